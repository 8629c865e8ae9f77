package holdfast.simulation;

import holdfast.model.Hold;
import holdfast.model.Refusal;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RequestId;
import java.util.List;

/** Something that must always be true. Each looks at what it needs and says what is wrong. */
abstract class Invariant {
    private final World world;

    Invariant(World world) {
        this.world = world;
    }

    World world() {
        return world;
    }

    final void broken(String what) {
        world.broken(new Violation(getClass().getSimpleName(), what));
    }

    /** A commit was made. */
    void committed(Transition transition) {}

    /** Something happened, perhaps only time passed. */
    void stepped() {}

    /** A caller is told of a grant. */
    void granted(Ledger.Entry entry, Hold hold) {}

    /** A caller is told that it is refused what it asked for together. */
    void refused(List<Ledger.Entry> entries, Refusal refusal) {}

    /** A caller is told what became of its release. */
    void released(RequestId claim, ReleaseOutcome outcome) {}

    /** The store lost all its data. */
    void dataLost() {}

    /** All faults are over, nobody began anything new, and there was time enough for everything. */
    void drained() {}
}

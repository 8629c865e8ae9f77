package holdfast.simulation;

import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.Standing;
import holdfast.model.StoreTime;
import holdfast.store.Change;
import java.util.ArrayList;
import java.util.List;

/** After a force-unlock nobody else is granted the resource before the quarantine is over, unless that was skipped by name. */
final class QuarantineKept extends Invariant {
    private final List<Shut> shut = new ArrayList<>();

    private record Shut(Hold taken, StoreTime until) {}

    QuarantineKept(World world) {
        super(world);
    }

    @Override
    void committed(Transition transition) {
        StoreTime now = transition.now();
        shut.removeIf(one -> now.hasReached(one.until()));
        for (Change change : transition.commit().changes()) {
            if (change instanceof Change.End end
                    && end.ending() instanceof Ending.Forced forced
                    && end.hold().standing() != Standing.QUARANTINE) {
                Admin.quarantineOf(forced)
                        .ifPresent(lasts -> shut.add(new Shut(end.hold(), now.plus(lasts))));
            }
        }
        for (Hold hold : transition.granted()) {
            for (Shut one : shut) {
                if (hold.standing() != Standing.QUARANTINE
                        && Judgement.conflict(
                                Judgement.Claimed.of(hold), Judgement.Claimed.of(one.taken()))) {
                    broken(Shown.of(hold) + " was granted in the quarantine of " + one.taken());
                }
            }
        }
    }

    @Override
    void dataLost() {
        shut.clear();
    }
}

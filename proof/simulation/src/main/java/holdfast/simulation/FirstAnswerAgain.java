package holdfast.simulation;

import holdfast.model.Claim;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.RequestId;
import holdfast.model.Standing;
import java.util.HashMap;
import java.util.Map;

/** A request is granted once: no second lock is ever confirmed for it, and whoever repeats it is told of the first. */
final class FirstAnswerAgain extends Invariant {
    private final Map<RequestId, LockId> locks = new HashMap<>();

    FirstAnswerAgain(World world) {
        super(world);
    }

    @Override
    void committed(Transition transition) {
        for (Hold hold : transition.after().holds()) {
            if (hold.standing() != Standing.CONFIRMED) {
                continue;
            }
            for (Claim claim : hold.claims()) {
                LockId first = locks.putIfAbsent(claim.request(), hold.id());
                if (first != null && !first.equals(hold.id())) {
                    broken(claim.request() + " had " + first + " and now has " + hold.id());
                }
            }
        }
    }

    @Override
    void granted(Ledger.Entry entry, Hold hold) {
        // A lost store has forgotten what it granted, and an answer may outlive it.
        boolean remembered = !world().profile().has(Trouble.Kind.DATA_LOSS);
        LockId first = entry.lock();
        if (remembered && first != null && !first.equals(hold.id())) {
            broken(entry.request().id() + " was told of " + first + " and now of " + hold.id());
        }
    }

    @Override
    void dataLost() {
        locks.clear();
    }
}

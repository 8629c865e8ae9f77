package holdfast.simulation;

import holdfast.model.Claim;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.RequestId;
import holdfast.model.Standing;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A request is granted once: no second lock is ever confirmed for it, and whoever repeats it is told of the first. Not of one that a
 * notice told, that an engine was to keep alive, and that none of its heartbeats ever reached.
 */
final class FirstAnswerAgain extends Invariant {
    private final Map<RequestId, LockId> locks = new HashMap<>();
    private final Set<LockId> neverConfirmed = new HashSet<>();

    FirstAnswerAgain(World world) {
        super(world);
    }

    @Override
    void committed(Transition transition) {
        transition.ended().stream()
                .filter(hold -> hold.standing() == Standing.UNCONFIRMED)
                .forEach(hold -> neverConfirmed.add(hold.id()));
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
        if (remembered
                && first != null
                && !first.equals(hold.id())
                && !(neverConfirmed.contains(first) && world().ledger().isKept(first))) {
            broken(entry.request().id() + " was told of " + first + " and now of " + hold.id());
        }
    }

    @Override
    void dataLost() {
        locks.clear();
    }
}

package holdfast.simulation;

import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.StoreTime;
import java.util.HashSet;
import java.util.Set;

/** A lock that has lapsed or gone is never live again. */
final class EndedNeverReturns extends Invariant {
    private final Set<LockId> ended = new HashSet<>();

    EndedNeverReturns(World world) {
        super(world);
    }

    @Override
    void committed(Transition transition) {
        StoreTime now = transition.now();
        transition.ended().forEach(hold -> ended.add(hold.id()));
        for (Hold hold : transition.before().holds()) {
            if (!Judgement.lives(hold, now)) {
                ended.add(hold.id());
            }
        }
        for (Hold hold : transition.after().holds()) {
            if (Judgement.lives(hold, now) && ended.contains(hold.id())) {
                broken(Shown.of(hold) + " had come to its end and lives again");
            }
        }
    }
}

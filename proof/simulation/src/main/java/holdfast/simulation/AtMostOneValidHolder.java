package holdfast.simulation;

import holdfast.model.Hold;
import holdfast.model.Standing;
import java.util.List;

/** Live holds of different owners never conflict in the store: at most one valid token for conflicting resources. */
final class AtMostOneValidHolder extends Invariant {
    AtMostOneValidHolder(World world) {
        super(world);
    }

    @Override
    void committed(Transition transition) {
        List<Hold> live = transition.after().liveHolds(transition.now());
        for (Hold granted : transition.granted()) {
            if (granted.standing() == Standing.QUARANTINE) {
                continue; // nobody's, and it may lie beside what else its victim holds
            }
            for (Hold other : live) {
                if (Judgement.conflict(
                        Judgement.Claimed.of(granted), Judgement.Claimed.of(other))) {
                    broken(Shown.of(granted) + " was granted beside " + Shown.of(other));
                }
            }
        }
    }
}

package holdfast.simulation;

import holdfast.model.Hold;
import holdfast.model.Standing;
import java.time.Duration;

/** A grant that nobody confirms lasts no longer than the longest claim deadline. */
final class UnconfirmedFallsSoon extends Invariant {
    UnconfirmedFallsSoon(World world) {
        super(world);
    }

    @Override
    void committed(Transition transition) {
        for (Hold hold : transition.after().holds()) {
            Duration lasts = hold.acquiredAt().until(hold.until());
            if (hold.standing() == Standing.UNCONFIRMED
                    && lasts.compareTo(World.CLAIM_DEADLINE) > 0) {
                broken(Shown.of(hold) + " is unconfirmed and lasts " + lasts);
            }
        }
    }
}

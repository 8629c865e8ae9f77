package holdfast.simulation;

import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.Standing;

/** Nobody gets a second hold, with a second token, of what a live hold of its own already gives it. */
final class ReentryKeepsTheToken extends Invariant {
    ReentryKeepsTheToken(World world) {
        super(world);
    }

    @Override
    void committed(Transition transition) {
        for (Hold hold : transition.granted()) {
            for (Hold other : transition.after().liveHolds(transition.now())) {
                // What was confirmed after the look did not count yet: a claim on it could be lost.
                boolean isOlder =
                        transition.before().hold(other.token()).isPresent()
                                && other.standing() == Standing.CONFIRMED
                                && transition.seen().hasReached(other.heartbeatAt());
                if (isOlder && other.owner().id().equals(hold.owner().id()) && gives(other, hold)) {
                    broken(Shown.of(hold) + " was granted beside its own " + Shown.of(other));
                }
            }
        }
    }

    private static boolean gives(Hold held, Hold wanted) {
        return held.mode() == Mode.EXCLUSIVE
                ? Judgement.covers(held.resource(), wanted.resource())
                : held.mode() == wanted.mode() && held.resource().equals(wanted.resource());
    }
}

package holdfast.simulation;

import holdfast.model.Claim;
import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.Standing;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import holdfast.store.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * No grant passes over a live waiter that conflicts with it and has an earlier turn: newcomers do not barge, and age counts as
 * much as rule 3 says. Waiters that a freeze stops, and those who wait for the grantee itself, may be passed over.
 */
final class TurnOrder extends Invariant {
    private static final long STEP_MICROS = World.STEP.toNanos() / 1_000;

    private final FreezeRecord freezes;

    TurnOrder(World world, FreezeRecord freezes) {
        super(world);
        this.freezes = freezes;
    }

    @Override
    void committed(Transition transition) {
        for (Hold hold : transition.granted()) {
            if (hold.standing() != Standing.QUARANTINE && !isReceived(transition, hold)) {
                check(transition, hold);
            }
        }
    }

    /** What a transfer moves was nobody's turn. */
    private static boolean isReceived(Transition transition, Hold hold) {
        return fromQueue(transition, hold).isEmpty()
                && transition.commit().changes().stream()
                        .anyMatch(change ->
                                change instanceof Change.End end
                                        && end.ending() instanceof Ending.Transferred);
    }

    private static Optional<Waiter> fromQueue(Transition transition, Hold hold) {
        for (Claim claim : hold.claims()) {
            Optional<Waiter> waiter = transition.before().waiter(claim.request());
            if (waiter.isPresent() && Judgement.lives(waiter.get(), transition.seen())) {
                return waiter;
            }
        }
        return Optional.empty();
    }

    private void check(Transition transition, Hold hold) {
        Optional<Waiter> place = fromQueue(transition, hold);
        for (Waiter passed : transition.after().liveWaiters(transition.now())) {
            boolean cameBefore =
                    transition.before().queue().stream()
                            .anyMatch(waiter -> waiter.ticket().equals(passed.ticket()));
            if (cameBefore
                    && Judgement.conflict(Judgement.Claimed.of(passed), Judgement.Claimed.of(hold))
                    && isAhead(passed, place, hold, transition)
                    && !isExcused(passed, hold, transition)) {
                broken(Shown.of(hold) + " was granted past " + passed.claim() + " of " + passed);
            }
        }
    }

    private static boolean isAhead(
            Waiter passed, Optional<Waiter> place, Hold hold, Transition transition) {
        if (place.isPresent()) {
            return Line.isAhead(passed, place.get());
        }
        // A newcomer's place was reckoned with the time of the look.
        long number = Math.min(hold.token().value(), transition.seen().micros());
        for (Hold other : transition.before().holds()) {
            number = Math.max(number, other.token().value());
        }
        for (Waiter other : transition.before().queue()) {
            number = Math.max(number, other.ticket().number());
        }
        return Judgement.turn(passed.ticket().number(), passed.priority(), STEP_MICROS)
                < Judgement.turn(number, hold.priority(), STEP_MICROS);
    }

    private boolean isExcused(Waiter passed, Hold hold, Transition transition) {
        List<Hold> holds = new ArrayList<>(transition.before().liveHolds(transition.seen()));
        holds.addAll(transition.granted());
        holds.remove(hold);
        var line = new Line(holds, transition.before().liveWaiters(transition.seen()));
        Set<Ticket> waitingForIt = line.waitingFor(hold.owner().id());
        return waitingForIt.contains(passed.ticket())
                || freezes.mayHaveStopped(passed.owner(), passed.resource(), transition)
                || freezes.mayHaveExempted(passed.owner(), passed.resource(), transition);
    }
}

package holdfast.simulation;

import holdfast.model.Hold;
import holdfast.model.Standing;
import holdfast.model.Waiter;
import holdfast.store.Change;
import java.util.ArrayList;
import java.util.List;

/**
 * A commit that ends a hold or removes a waiter leaves nobody in line who could have been granted by it: there is no moment at
 * which a newcomer could slip in, and no waiter is lost.
 */
final class HandOverAtOnce extends Invariant {
    private final FreezeRecord freezes;

    HandOverAtOnce(World world, FreezeRecord freezes) {
        super(world);
        this.freezes = freezes;
    }

    @Override
    void committed(Transition transition) {
        if (transition.ended().isEmpty() && transition.left().isEmpty()) {
            return;
        }
        // What lapsed after the look that the commit was decided with is for the next one.
        List<Hold> holds = transition.after().liveHolds(transition.seen());
        List<Waiter> waiters = new ArrayList<>(transition.after().liveWaiters(transition.seen()));
        waiters.addAll(lapsedSince(transition));
        for (Waiter waiter : transition.after().liveWaiters(transition.now())) {
            // A look shows one place of each owner: its second one follows with the next look.
            boolean servedAlready =
                    transition.granted().stream()
                            .anyMatch(hold -> hold.owner().id().equals(waiter.owner().id()));
            // It becomes a claim of its owner's own hold as soon as that is confirmed, or once a
            // look shows that it was.
            boolean joinsItsOwn =
                    holds.stream()
                            .anyMatch(hold ->
                                    (hold.standing() == Standing.UNCONFIRMED
                                                    || !transition
                                                            .seen()
                                                            .hasReached(hold.heartbeatAt()))
                                            && hold.owner().id().equals(waiter.owner().id()));
            if (!servedAlready
                    && !joinsItsOwn
                    && !transition.keepsAPlaceAheadOf(waiter)
                    && isFree(waiter, holds, waiters)
                    && !freezes.mayHaveStopped(waiter.owner(), waiter.resource(), transition)) {
                broken(waiter + " was left in line by " + Shown.of(transition.commit()));
            }
        }
    }

    /** Those who were cleared away and still lived when the commit was decided: it may have come late. */
    private static List<Waiter> lapsedSince(Transition transition) {
        List<Waiter> dropped = new ArrayList<>(transition.left());
        for (Change change : transition.commit().changes()) {
            if (change instanceof Change.Leave leave) {
                dropped.removeIf(waiter -> waiter.ticket().equals(leave.waiter().ticket()));
            }
        }
        dropped.removeIf(waiter -> !Judgement.lives(waiter, transition.seen()));
        return dropped;
    }

    private static boolean isFree(Waiter waiter, List<Hold> holds, List<Waiter> waiters) {
        Judgement.Claimed wish = Judgement.Claimed.of(waiter);
        return holds.stream()
                        .noneMatch(hold -> Judgement.conflict(wish, Judgement.Claimed.of(hold)))
                && waiters.stream()
                        .noneMatch(other ->
                                Line.isAhead(other, waiter)
                                        && Judgement.conflict(wish, Judgement.Claimed.of(other)));
    }
}

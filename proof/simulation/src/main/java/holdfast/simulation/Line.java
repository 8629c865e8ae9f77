package holdfast.simulation;

import holdfast.model.Hold;
import holdfast.model.OwnerId;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The checker's own reading of rule 2: who stands in whose way.
 *
 * @param holds the live ones
 * @param waiters the live ones
 */
record Line(List<Hold> holds, List<Waiter> waiters) {
    private static final long STEP_MICROS = World.STEP.toNanos() / 1_000;

    static boolean isAhead(Waiter first, Waiter second) {
        return Judgement.isAhead(first, second, STEP_MICROS);
    }

    /** Tickets of those who wait, directly or through others, for a hold of the owner. */
    Set<Ticket> waitingFor(OwnerId owner) {
        Set<Ticket> found = new HashSet<>();
        int before = -1;
        while (found.size() > before) {
            before = found.size();
            for (Waiter waiter : waiters) {
                if (waitsForHoldOf(waiter, owner) || waitsBehind(waiter, found)) {
                    found.add(waiter.ticket());
                }
            }
        }
        return found;
    }

    /** Also who waits for another hold of someone in between counts: that one cannot go on before the owner does. */
    private boolean waitsForHoldOf(Waiter waiter, OwnerId owner) {
        return holds.stream()
                .anyMatch(hold ->
                        hold.owner().id().equals(owner)
                                && Judgement.conflict(
                                        Judgement.Claimed.of(waiter), Judgement.Claimed.of(hold)));
    }

    private boolean waitsBehind(Waiter waiter, Set<Ticket> found) {
        boolean behindWaiter =
                waiters.stream()
                        .anyMatch(other ->
                                found.contains(other.ticket())
                                        && isAhead(other, waiter)
                                        && Judgement.conflict(
                                                Judgement.Claimed.of(waiter),
                                                Judgement.Claimed.of(other)));
        return behindWaiter
                || waiters.stream()
                        .anyMatch(other ->
                                found.contains(other.ticket())
                                        && waitsForHoldOf(waiter, other.owner().id()));
    }

    /** The owners that this waiter waits for. */
    Set<OwnerId> blockersOf(Waiter waiter) {
        Set<OwnerId> owners = new HashSet<>();
        for (Hold hold : holds) {
            if (Judgement.conflict(Judgement.Claimed.of(waiter), Judgement.Claimed.of(hold))) {
                owners.add(hold.owner().id());
            }
        }
        Set<Ticket> exempt = waitingFor(waiter.owner().id());
        for (Waiter other : waiters) {
            if (isAhead(other, waiter)
                    && !exempt.contains(other.ticket())
                    && Judgement.conflict(
                            Judgement.Claimed.of(waiter), Judgement.Claimed.of(other))) {
                owners.add(other.owner().id());
            }
        }
        return owners;
    }
}

package holdfast.rulebook;

import holdfast.model.Freeze;
import holdfast.model.Freezes;
import holdfast.model.Hold;
import holdfast.model.HoldDraft;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.StoreTime;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Rule 2, admission, the one rule for newcomers and for waiters: grantable if no live hold conflicts, and no waiter ahead
 * conflicts, except waiters that wait, directly or through others, for a hold of the same owner (who would otherwise wait for
 * itself). And, by rule 13, if no freeze stops it; a waiter that a freeze stops keeps its place but blocks nobody whom the freeze
 * lets pass.
 *
 * @param holds the live ones
 * @param granted holds that the commit under deliberation adds
 * @param waiters the live ones at the front of the queue, by turn
 */
record Admission(
        List<Hold> holds,
        List<HoldDraft> granted,
        List<Waiter> waiters,
        Freezes freezes,
        StoreTime now) {

    /** The same with other waiters. */
    Admission showing(List<Waiter> others) {
        return new Admission(holds, granted, others, freezes, now);
    }

    /** The first thing in the way, or nothing: then the candidate is granted. */
    Optional<Blocker> blocker(Candidate candidate) {
        for (Hold hold : holds) {
            if (candidate.wish().with(Conflict.of(hold))) {
                return Optional.of(new Blocker.ByHold(hold));
            }
        }
        for (HoldDraft draft : granted) {
            if (candidate.wish().with(Conflict.of(draft))) {
                return Optional.of(new Blocker.ByGrant(draft));
            }
        }
        Optional<Freeze> freeze = freeze(candidate);
        if (freeze.isPresent()) {
            return Optional.of(new Blocker.ByFreeze(freeze.get()));
        }
        return waitersInTheWay(candidate).stream().findFirst().map(Blocker.ByWaiter::new);
    }

    /** The freeze that stops the candidate, whatever else does. */
    Optional<Freeze> freeze(Candidate candidate) {
        return freezes.stopping(candidate.owner(), candidate.wish().resource(), now);
    }

    /** The waiters ahead that the candidate must let pass. */
    List<Waiter> waitersInTheWay(Candidate candidate) {
        List<Waiter> ahead =
                waiters.stream()
                        .filter(waiter ->
                                candidate.isBehind(waiter)
                                        && candidate.wish().with(Conflict.of(waiter))
                                        && !isFrozen(waiter))
                        .toList();
        if (ahead.isEmpty() || !holdsSomething(candidate.owner())) {
            return ahead;
        }
        Set<Ticket> exempt = waitersFor(candidate.owner().id());
        return ahead.stream().filter(waiter -> !exempt.contains(waiter.ticket())).toList();
    }

    /** The holds that keep the candidate out. */
    List<Hold> holdsInTheWay(Candidate candidate) {
        return holds.stream().filter(hold -> candidate.wish().with(Conflict.of(hold))).toList();
    }

    private boolean isFrozen(Waiter waiter) {
        return freezes.stopping(waiter.owner(), waiter.resource(), now).isPresent();
    }

    private boolean holdsSomething(Owner owner) {
        return holds.stream().anyMatch(hold -> hold.owner().is(owner))
                || granted.stream().anyMatch(draft -> draft.owner().is(owner));
    }

    /** Tickets of those who wait, directly or through others, for a hold of this owner. */
    private Set<Ticket> waitersFor(OwnerId owner) {
        Set<Ticket> found = new HashSet<>();
        Set<OwnerId> blocked = new HashSet<>(Set.of(owner));
        boolean grown = true;
        while (grown) {
            grown = false;
            for (Waiter waiter : waiters) {
                if (!found.contains(waiter.ticket()) && waitsForOneOf(waiter, blocked, found)) {
                    found.add(waiter.ticket());
                    blocked.add(waiter.owner().id());
                    grown = true;
                }
            }
        }
        return found;
    }

    private boolean waitsForOneOf(Waiter waiter, Set<OwnerId> holders, Set<Ticket> tickets) {
        Conflict wish = Conflict.of(waiter);
        return holds.stream()
                        .anyMatch(hold ->
                                holders.contains(hold.owner().id()) && wish.with(Conflict.of(hold)))
                || granted.stream()
                        .anyMatch(draft ->
                                holders.contains(draft.owner().id())
                                        && wish.with(Conflict.of(draft)))
                || waiters.stream()
                        .anyMatch(ahead ->
                                tickets.contains(ahead.ticket())
                                        && Waiter.TURN_ORDER.compare(ahead, waiter) < 0
                                        && wish.with(Conflict.of(ahead)));
    }
}

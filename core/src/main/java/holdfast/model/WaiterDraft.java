package holdfast.model;

import java.time.Duration;

/**
 * A place in the queue as it is decided, before the store stamps it with its time and its ticket.
 *
 * @param headStart how much earlier than its ticket it counts, in revisions, which are microseconds of waiting
 * @param ticketLease how long the place is kept without a touch
 */
public record WaiterDraft(
        Claim claim,
        Owner owner,
        Terms terms,
        Priority priority,
        long headStart,
        Note note,
        EngineId engine,
        Duration ticketLease) {

    /** The waiter that this draft becomes when a store lets it join. */
    public Waiter stamped(StoreTime now, Ticket ticket) {
        return new Waiter(
                ticket,
                ticket.number() - headStart,
                claim,
                owner,
                terms,
                priority,
                note,
                engine,
                now,
                now.plus(ticketLease));
    }
}

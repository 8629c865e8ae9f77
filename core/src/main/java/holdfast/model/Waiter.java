package holdfast.model;

import java.util.Comparator;

/**
 * A place in a root's queue, with a short lease of its own so that a dead waiter never blocks.
 *
 * @param turn the smaller, the earlier it is served: its ticket less the head start of its priority
 * @param until the first instant at which the place is lost unless touched before
 */
public record Waiter(
        Ticket ticket,
        long turn,
        Claim claim,
        Owner owner,
        Terms terms,
        Priority priority,
        Note note,
        EngineId engine,
        StoreTime enqueuedAt,
        StoreTime until) {
    /** Who is served first. No re-sorting is ever needed: a turn never changes. */
    public static final Comparator<Waiter> TURN_ORDER =
            Comparator.comparingLong(Waiter::turn).thenComparing(Waiter::ticket);

    public boolean isLive(StoreTime now) {
        return !now.hasReached(until);
    }

    public Resource resource() {
        return claim.resource();
    }

    public Mode mode() {
        return claim.mode();
    }
}

package holdfast.store.dynamodb;

import holdfast.model.Mode;
import holdfast.model.OwnerId;
import holdfast.model.RequestId;
import holdfast.model.StoreTime;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import holdfast.store.ShownWaiters;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The waiters of a root by turn, live and lapsed, as one read of the table shows them. */
record Queue(List<Waiter> waiters) implements ShownWaiters.Line {
    static final Queue EMPTY = new Queue(List.of());
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    Queue {
        waiters = waiters.stream().sorted(Waiter.TURN_ORDER).toList();
    }

    int size() {
        return waiters.size();
    }

    Set<Ticket> tickets() {
        return waiters.stream().map(Waiter::ticket).collect(Collectors.toSet());
    }

    Optional<Waiter> find(Ticket ticket) {
        return waiters.stream().filter(waiter -> waiter.ticket().equals(ticket)).findFirst();
    }

    /** Whether all wait for the same, one after the other: then only the first can be next. */
    boolean isOneLine() {
        return waiters.stream().allMatch(waiter -> waiter.mode() == Mode.EXCLUSIVE) && paths() == 1;
    }

    /** The same people, whose places have not lapsed at this time. */
    Queue live(StoreTime now) {
        return new Queue(
                waiters.stream()
                        .map(waiter ->
                                waiter.isLive(now)
                                        ? waiter
                                        : Staging.until(waiter, now.plus(Duration.ofNanos(1))))
                        .toList());
    }

    @Override
    public List<Waiter> of(OwnerId owner) {
        return waiters.stream().filter(waiter -> waiter.owner().id().equals(owner)).toList();
    }

    @Override
    public List<Waiter> of(RequestId request) {
        return waiters.stream().filter(waiter -> waiter.claim().request().equals(request)).toList();
    }

    /** The oldest tickets first. */
    Stream<Waiter> lapsed(StoreTime now) {
        return waiters.stream()
                .filter(waiter -> !waiter.isLive(now))
                .sorted(Comparator.comparing(Waiter::ticket));
    }

    int paths() {
        return (int) waiters.stream().map(waiter -> waiter.resource().path()).distinct().count();
    }

    long digest() {
        long digest = 0;
        for (Waiter waiter : waiters) {
            digest ^= digest(waiter.ticket());
        }
        return digest;
    }

    /** Joins and leaves change the digest of a queue by this, in any order. */
    static long digest(Ticket ticket) {
        long mixed = (ticket.number() + GOLDEN) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    Queue with(List<Waiter> joined, Set<Ticket> gone) {
        if (joined.isEmpty() && gone.isEmpty()) {
            return this;
        }
        return new Queue(
                Stream.concat(
                                waiters.stream().filter(waiter -> !gone.contains(waiter.ticket())),
                                joined.stream())
                        .toList());
    }
}

package holdfast.store.sqlite;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A caller's place in the queue of {@link GroupCommit}: its writes, and the thread that waits for them. */
final class Seat {
    private static final int WOKEN_BY_ONE = 8;
    private static final long LOOK_AGAIN_NANOS = 10_000_000;

    private final List<? extends Write> writes;
    private final Thread caller = Thread.currentThread();
    private volatile boolean done;

    /** Set before {@link #done}, read after it. */
    private @Nullable RuntimeException failure;

    /** Whom the caller wakes when it is woken itself; set before {@link #done} too. */
    private List<Seat> others = List.of();

    Seat(List<? extends Write> writes) {
        this.writes = writes;
    }

    List<? extends Write> writes() {
        return writes;
    }

    /**
     * The writes of all seats are on disk. To wake a thread costs as much as half a write, so only some are woken here, and each of
     * these wakes some of the others, while the next batch is under way.
     */
    static void succeed(List<Seat> seats) {
        for (int i = 0; i < seats.size(); i += WOKEN_BY_ONE) {
            List<Seat> group = seats.subList(i, Math.min(i + WOKEN_BY_ONE, seats.size()));
            group.getFirst().others = group.subList(1, group.size());
            group.forEach(seat -> seat.done = true);
            LockSupport.unpark(group.getFirst().caller);
        }
    }

    void fail(RuntimeException why) {
        failure = why;
        succeed(List.of(this));
    }

    /**
     * Waits until the writes are done, and throws if they failed. An interrupt does not end it, since the writes may be under way;
     * it stays set.
     */
    void await() {
        boolean interrupted = false;
        while (!done) {
            // Not for ever: the one who should wake this thread may itself not get a turn.
            LockSupport.parkNanos(this, LOOK_AGAIN_NANOS);
            interrupted |= Thread.interrupted(); // a set flag would turn the waiting into spinning
        }
        others.forEach(seat -> LockSupport.unpark(seat.caller));
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw failure;
        }
    }
}

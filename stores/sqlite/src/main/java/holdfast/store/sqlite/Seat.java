package holdfast.store.sqlite;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A caller's place in the queue of {@link GroupCommit}: its writes, and the thread that waits for them. */
final class Seat {
    private final List<? extends Write> writes;
    private final Thread caller = Thread.currentThread();
    private volatile boolean done;

    /** Set before {@link #done}, read after it. */
    private @Nullable RuntimeException failure;

    Seat(List<? extends Write> writes) {
        this.writes = writes;
    }

    List<? extends Write> writes() {
        return writes;
    }

    void succeed() {
        done = true;
        LockSupport.unpark(caller);
    }

    void fail(RuntimeException why) {
        failure = why;
        succeed();
    }

    /**
     * Waits until the writes are done, and throws if they failed. An interrupt does not end it, since the writes may be under way;
     * it stays set.
     */
    void await() {
        boolean interrupted = false;
        while (!done) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted(); // a set flag would turn the waiting into spinning
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw failure;
        }
    }
}

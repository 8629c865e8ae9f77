package holdfast.store.sqlite;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A caller's place in the queue of {@link GroupCommit}: its writes, and the thread that waits for them. */
final class Seat {
    private final List<? extends Write> writes;
    private final Thread caller = Thread.currentThread();
    private volatile Signal signal = Signal.WAIT;

    /** Set before the signal, read after it. */
    private @Nullable RuntimeException failure;

    /** What the caller should do. */
    enum Signal {
        WAIT,
        /** Nobody works on the queue any more: it is this caller's turn to do so. */
        LEAD,
        DONE
    }

    Seat(List<? extends Write> writes) {
        this.writes = writes;
    }

    List<? extends Write> writes() {
        return writes;
    }

    void lead() {
        give(Signal.LEAD);
    }

    void succeed() {
        give(Signal.DONE);
    }

    void fail(RuntimeException why) {
        failure = why;
        give(Signal.DONE);
    }

    boolean isDone() {
        return signal == Signal.DONE;
    }

    /** Waits for the first signal. An interrupt does not end it, since the writes may be under way; it stays set. */
    Signal await() {
        boolean interrupted = false;
        while (signal == Signal.WAIT) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted(); // a set flag would turn the waiting into spinning
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return signal;
    }

    /** Throws if the writes failed. */
    void check() {
        if (failure != null) {
            throw failure;
        }
    }

    private void give(Signal next) {
        signal = next;
        LockSupport.unpark(caller);
    }
}

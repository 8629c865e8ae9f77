package holdfast.store.sqlite;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.store.StoreException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Lets one trip to the disk serve all writes that arrived during the one before.
 *
 * <p>Each caller takes a seat in the queue. If nobody works on the queue, the caller itself becomes the leader: it takes what is
 * queued, does it in one transaction, tells the others, and after some rounds hands the lead to the first in the queue. So a
 * caller that is alone never waits for another thread.
 *
 * <p>Safe for use by many threads.
 */
final class GroupCommit implements AutoCloseable {
    /** So many writes of one batch at most, so that nobody waits for a transaction without end. */
    private static final int BATCH_WRITES_MAX = 256;

    /** How long a leader goes on for others when its own writes are done: handing over costs the queue a pause. */
    private static final long LEAD_NANOS = 10_000_000;

    private final Consumer<List<Seat>> batches;

    /** Innermost lock: nothing else is locked, and nothing of a caller runs, while it is held. */
    private final ReentrantLock mutex = new ReentrantLock();

    private final Condition idle = mutex.newCondition();

    @GuardedBy("mutex")
    private final Deque<Seat> queue = new ArrayDeque<>();

    @GuardedBy("mutex")
    private boolean led;

    @GuardedBy("mutex")
    private boolean closed;

    /** @param batches does the writes of some seats and gives each its signal; never throws, called by one thread at a time */
    GroupCommit(Consumer<List<Seat>> batches) {
        this.batches = batches;
    }

    /** Does the writes and returns when they are on disk. Throws only if none of them is. */
    void make(List<? extends Write> writes) {
        var seat = new Seat(writes);
        if (takeSeat(seat) || seat.await() == Seat.Signal.LEAD) {
            lead(seat);
        }
        seat.check();
    }

    /** Whether there is no leader, so that the caller is it now. */
    private boolean takeSeat(Seat seat) {
        mutex.lock();
        try {
            if (closed) {
                throw new StoreException.Unavailable("the store is closed", null);
            }
            queue.addLast(seat);
            boolean first = !led;
            led = true;
            return first;
        } finally {
            mutex.unlock();
        }
    }

    private void lead(Seat own) {
        long start = System.nanoTime();
        List<Seat> batch = nextBatch();
        while (!batch.isEmpty()) {
            batches.accept(batch);
            if (own.isDone() && System.nanoTime() - start >= LEAD_NANOS) {
                handOver();
                return;
            }
            batch = nextBatch();
        }
    }

    /** What is queued, up to the limit; if nothing is, the leader is dismissed. */
    private List<Seat> nextBatch() {
        var batch = new ArrayList<Seat>();
        mutex.lock();
        try {
            int writes = 0;
            while (!queue.isEmpty() && writes < BATCH_WRITES_MAX) {
                Seat seat = queue.removeFirst();
                batch.add(seat);
                writes += seat.writes().size();
            }
            if (batch.isEmpty()) {
                dismissLeader();
            }
        } finally {
            mutex.unlock();
        }
        return batch;
    }

    private void handOver() {
        Seat next;
        mutex.lock();
        try {
            next = queue.peekFirst();
            if (next == null) {
                dismissLeader();
            }
        } finally {
            mutex.unlock();
        }
        if (next != null) {
            next.lead();
        }
    }

    @GuardedBy("mutex")
    private void dismissLeader() {
        led = false;
        idle.signalAll();
    }

    /** Takes no more writes, and returns when those in the queue are done. */
    @Override
    public void close() {
        mutex.lock();
        try {
            closed = true;
            while (led) {
                idle.awaitUninterruptibly();
            }
        } finally {
            mutex.unlock();
        }
    }
}

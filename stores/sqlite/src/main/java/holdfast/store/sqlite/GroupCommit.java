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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets one trip to the disk serve all writes that arrived during the one before.
 *
 * <p>Each caller takes a seat in the queue. If nobody works on the queue, the caller does its own batch itself, so a caller that is
 * alone never waits for another thread. What arrived meanwhile is done by a worker, batch after batch, until nothing is left: no
 * caller works for others, and the queue never waits for one of them to be woken.
 *
 * <p>Safe for use by many threads.
 */
final class GroupCommit implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);

    /** So many writes of one batch at most, so that nobody waits for a transaction without end. */
    private static final int BATCH_WRITES_MAX = 256;

    private final Consumer<List<Seat>> batches;
    private final Function<Runnable, Thread> starting;

    /** Innermost lock: nothing else is locked, and nothing of a caller runs, while it is held. */
    private final ReentrantLock mutex = new ReentrantLock();

    private final Condition changed = mutex.newCondition();

    @GuardedBy("mutex")
    private final Deque<Seat> queue = new ArrayDeque<>();

    @GuardedBy("mutex")
    private Turn turn = Turn.NOBODYS;

    @GuardedBy("mutex")
    private @Nullable Thread worker;

    @GuardedBy("mutex")
    private boolean closed;

    /** Who takes the next batch from the queue. */
    private enum Turn {
        NOBODYS,
        A_CALLERS,
        THE_WORKERS
    }

    /** @param batches does the writes of some seats and gives each its signal; never throws, called by one thread at a time */
    GroupCommit(Consumer<List<Seat>> batches) {
        this(
                batches,
                work -> Thread.ofPlatform().daemon().name("holdfast-sqlite-writer").start(work));
    }

    /** @param starting gives the worker its thread */
    GroupCommit(Consumer<List<Seat>> batches, Function<Runnable, Thread> starting) {
        this.batches = batches;
        this.starting = starting;
    }

    /** Does the writes and returns when they are on disk. Throws only if none of them is. */
    void make(List<? extends Write> writes) {
        var seat = new Seat(writes);
        if (takeSeat(seat)) {
            do {
                batches.accept(nextBatch());
            } while (!passOn());
        }
        seat.await();
    }

    /** Whether nobody works on the queue, so that it is the caller's turn now, and its seat is the first. */
    private boolean takeSeat(Seat seat) {
        mutex.lock();
        try {
            if (closed) {
                throw new StoreException.Unavailable("the store is closed", null);
            }
            queue.addLast(seat);
            boolean first = turn == Turn.NOBODYS;
            if (first) {
                turn = Turn.A_CALLERS;
            }
            return first;
        } finally {
            mutex.unlock();
        }
    }

    /** What is queued, up to the limit. */
    private List<Seat> nextBatch() {
        mutex.lock();
        try {
            return takeBatch();
        } finally {
            mutex.unlock();
        }
    }

    @GuardedBy("mutex")
    private List<Seat> takeBatch() {
        var batch = new ArrayList<Seat>();
        int writes = 0;
        while (!queue.isEmpty() && writes < BATCH_WRITES_MAX) {
            Seat seat = queue.removeFirst();
            batch.add(seat);
            writes += seat.writes().size();
        }
        return batch;
    }

    /** Ends the caller's turn. False if it must go on: there is more to do, and no thread to be had for it. */
    private boolean passOn() {
        mutex.lock();
        try {
            boolean passed = queue.isEmpty() || hasWorker();
            if (passed) {
                pass(queue.isEmpty() ? Turn.NOBODYS : Turn.THE_WORKERS);
            }
            return passed;
        } finally {
            mutex.unlock();
        }
    }

    /** Wakes nobody who would only find that there is nothing to do: that takes longer than a commit. */
    @GuardedBy("mutex")
    private void pass(Turn next) {
        turn = next;
        if (closed || next == Turn.THE_WORKERS) {
            changed.signalAll();
        }
    }

    @GuardedBy("mutex")
    private boolean hasWorker() {
        if (worker == null) {
            try {
                worker = starting.apply(this::work);
            } catch (OutOfMemoryError e) {
                LOG.warn("no thread for the writes of others: {}", e.getMessage());
            }
        }
        return worker != null;
    }

    private void work() {
        for (List<Seat> batch = awaitBatch(); !batch.isEmpty(); batch = awaitBatch()) {
            batches.accept(batch);
        }
    }

    /** The next batch of the worker; empty when there will be no more. */
    private List<Seat> awaitBatch() {
        mutex.lock();
        try {
            if (turn == Turn.THE_WORKERS && queue.isEmpty()) {
                pass(Turn.NOBODYS);
            }
            while (turn != Turn.THE_WORKERS) {
                if (closed && turn == Turn.NOBODYS) {
                    return List.of();
                }
                changed.awaitUninterruptibly();
            }
            return takeBatch();
        } finally {
            mutex.unlock();
        }
    }

    /** Takes no more writes, and returns when those in the queue are done. */
    @Override
    public void close() {
        mutex.lock();
        try {
            closed = true;
            changed.signalAll();
            while (turn != Turn.NOBODYS) {
                changed.awaitUninterruptibly();
            }
        } finally {
            mutex.unlock();
        }
    }
}

package holdfast.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.LockId;
import holdfast.model.Root;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Finds the roots of locks that are known by their ids alone. That may be a look at the whole store: so there is one at a time, for all who ask
 * until it begins, and a rest after one that took long. Nobody is sent away, since a heartbeat may depend on it. Safe for use by many threads.
 */
final class Search {
    /** After what takes less, nobody has to wait. */
    private static final Duration CHEAP = Duration.ofMillis(50);

    /** How much longer than a look the rest after it is. */
    private static final int RESTS = 4;

    /** A heartbeat can wait for so long. */
    private static final Duration LONGEST_REST = Duration.ofSeconds(5);

    private final Function<Set<LockId>, Map<LockId, Root>> look;
    private final ReentrantLock mutex = new ReentrantLock();
    private final Condition changed = mutex.newCondition();

    @GuardedBy("mutex")
    private Round next = new Round();

    @GuardedBy("mutex")
    private boolean looking;

    @GuardedBy("mutex")
    private long restsUntil = System.nanoTime();

    private final AtomicInteger waiting = new AtomicInteger();

    /** What one look is made for. */
    private static final class Round {
        private final Set<LockId> locks = new HashSet<>();
        private final CompletableFuture<Map<LockId, Root>> found = new CompletableFuture<>();
    }

    /** @param look answers those that it finds */
    Search(Function<Set<LockId>, Map<LockId, Root>> look) {
        this.look = look;
    }

    /** Those that are found, and perhaps some that others look for. */
    Map<LockId, Root> of(Set<LockId> locks) throws InterruptedException {
        if (locks.isEmpty()) {
            return Map.of();
        }
        Round round = joined(locks);
        if (isFirst(round)) {
            look(round);
        }
        try {
            return round.found.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e);
        }
    }

    private Round joined(Set<LockId> locks) {
        mutex.lock();
        try {
            next.locks.addAll(locks);
            return next;
        } finally {
            mutex.unlock();
        }
    }

    /** Waits until the round may begin; true for the one who is to make its look. */
    private boolean isFirst(Round round) throws InterruptedException {
        waiting.incrementAndGet();
        mutex.lock();
        try {
            while (round == next) {
                long rest = restsUntil - System.nanoTime();
                if (looking) {
                    changed.await();
                } else if (rest > 0) {
                    changed.await(rest, TimeUnit.NANOSECONDS);
                } else {
                    looking = true;
                    next = new Round();
                    return true;
                }
            }
            return false;
        } finally {
            mutex.unlock();
            waiting.decrementAndGet();
        }
    }

    private static long restAfter(long took) {
        return took < CHEAP.toNanos() ? 0 : Math.min(took * RESTS, LONGEST_REST.toNanos());
    }

    /** How many wait until their look begins. */
    int waiting() {
        return waiting.get();
    }

    private void look(Round round) {
        long began = System.nanoTime();
        try {
            round.found.complete(look.apply(round.locks));
        } catch (RuntimeException e) {
            round.found.completeExceptionally(e);
        } finally {
            // Also after an error, or nobody would look any more.
            round.found.completeExceptionally(new IllegalStateException("the look failed"));
            mutex.lock();
            try {
                looking = false;
                restsUntil = System.nanoTime() + restAfter(System.nanoTime() - began);
                changed.signalAll();
            } finally {
                mutex.unlock();
            }
        }
    }
}

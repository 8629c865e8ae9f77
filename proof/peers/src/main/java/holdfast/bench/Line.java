package holdfast.bench;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Waiters in line for one lock that this thread has. */
final class Line implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final long SETTLE_MILLIS_MIN = 3_000;

    private final Peer peer;
    private final String lock;
    private final int waiters;
    private final Peer.Held first;
    private final CountDownLatch left;
    private final AtomicInteger failed = new AtomicInteger();
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

    /** Returns when all had time enough to get into line: who asks is not there at once. */
    Line(Peer peer, String lock, int waiters) throws Exception {
        this.peer = peer;
        this.lock = lock;
        this.waiters = waiters;
        this.left = new CountDownLatch(waiters);
        this.first = peer.take(lock);
        var asking = new CountDownLatch(waiters);
        for (int i = 0; i < waiters; i++) {
            executor.execute(() -> {
                asking.countDown();
                takeATurn();
            });
        }
        asking.await();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(Math.max(SETTLE_MILLIS_MIN, waiters)));
        if (peer instanceof HoldfastPeer holdfast) {
            awaitAll(holdfast);
        }
    }

    private void awaitAll(HoldfastPeer holdfast) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (holdfast.waiting(lock) < waiters) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the line did not form");
            }
            LockSupport.parkNanos(20_000_000);
        }
    }

    private void takeATurn() {
        try {
            peer.take(lock).release();
        } catch (Exception e) {
            if (failed.getAndIncrement() == 0) {
                Rounds.say(
                        "   %s: a waiter failed: %s; %s",
                        peer.name(), e, String.valueOf(e.getCause()));
            }
        } finally {
            left.countDown();
        }
    }

    /** Milliseconds from giving the lock back until the last waiter had its turn; not a number if one had none. */
    double serve() throws Exception {
        long began = System.nanoTime();
        first.release();
        boolean all = left.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        double millis = (System.nanoTime() - began) / 1e6;
        if (!all || failed.get() > 0) {
            Rounds.say(
                    "   %s: of %,d waiters %,d failed and %,d were not served in time",
                    peer.name(), waiters, failed.get(), left.getCount());
            return Double.NaN;
        }
        return millis;
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}

package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.engine.LookPace;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the store and its locks are, not older than two seconds. Whoever asks, and however often: one looks at a time, nobody waits for long
 * while it does, and a store that is away is not asked more often either. Where counting takes long it is done now and then, aside, and
 * whether the store answers is found out by a small question. Safe for use by many threads.
 */
final class Readiness {
    private static final Logger LOG = LoggerFactory.getLogger(Readiness.class);
    private static final Duration GOOD_FOR = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** While a look goes on for long, the one before counts, for so long. */
    private static final Duration COUNTS_FOR = Duration.ofSeconds(10);

    /** How much longer than counting the time is in which nothing is counted, where that is more than a moment. */
    private static final int RESTS = 50;

    /** Where everything is read to count it. */
    private static final Duration LONG_REST = Duration.ofMinutes(1);

    private final LockEngine engine;
    private final LookPace counting;
    private final AtomicBoolean underWay = new AtomicBoolean();
    private final ReentrantLock looking = new ReentrantLock();
    private volatile @Nullable Seen latest;
    private volatile @Nullable Census census;
    private volatile boolean costly;

    /** What a look showed. */
    sealed interface Outcome {
        record Reachable(Census census) implements Outcome {}

        record Away(String why) implements Outcome {}
    }

    private record Seen(Outcome outcome, long at) {
        boolean isYoungerThan(Duration age) {
            return System.nanoTime() - at < age.toNanos();
        }
    }

    Readiness(LockEngine engine) {
        this.engine = engine;
        this.counting = engine.pace(Duration.ZERO, LONG_REST, RESTS);
    }

    Outcome look() throws InterruptedException {
        Seen known = latest;
        if (known != null && known.isYoungerThan(GOOD_FOR)) {
            return known.outcome();
        }
        if (!looking.tryLock(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
            return known != null && known.isYoungerThan(COUNTS_FOR)
                    ? known.outcome()
                    : new Outcome.Away("the store has not answered yet");
        }
        try {
            known = latest;
            if (known == null || !known.isYoungerThan(GOOD_FOR)) {
                known = new Seen(taken(), System.nanoTime());
                latest = known;
            }
            return known.outcome();
        } finally {
            looking.unlock();
        }
    }

    private Outcome taken() {
        try {
            Census known = census;
            return new Outcome.Reachable(
                    known == null || !costly ? count() : known.after(roundTrip()));
        } catch (StoreException e) {
            return new Outcome.Away(String.valueOf(e.getMessage()));
        }
    }

    private Census count() {
        Census counted = counting.look(() -> Census.take(engine));
        census = counted;
        costly = counting.rests();
        return counted;
    }

    private long roundTrip() {
        if (!counting.rests() && underWay.compareAndSet(false, true)) {
            Thread.ofVirtual().name("holdfast-census").start(this::countAside);
        }
        long began = System.nanoTime();
        engine.freezes();
        return System.nanoTime() - began;
    }

    private void countAside() {
        try {
            count();
        } catch (RuntimeException e) {
            // What was counted before is shown for longer.
            LOG.debug("the locks cannot be counted now", e);
        } finally {
            underWay.set(false);
        }
    }
}

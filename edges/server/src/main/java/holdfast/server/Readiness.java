package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * How the store and its locks are, not older than two seconds. Whoever asks, and however often: one looks at a time, nobody waits for long
 * while it does, and a store that is away is not asked more often either. Safe for use by many threads.
 */
final class Readiness {
    private static final Duration GOOD_FOR = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** While a look goes on for long, the one before counts, for so long. */
    private static final Duration COUNTS_FOR = Duration.ofSeconds(10);

    private final LockEngine engine;
    private final ReentrantLock looking = new ReentrantLock();
    private volatile @Nullable Seen latest;

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
            return new Outcome.Reachable(Census.take(engine));
        } catch (StoreException e) {
            return new Outcome.Away(String.valueOf(e.getMessage()));
        }
    }
}

package holdfast.store.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A clock that stands still until a test moves it; gives nanoseconds since 1970. Safe for use by many threads. */
public final class ManualClock implements LongSupplier {
    /** Has digits down to the nanosecond, so that a store which drops some is found out. */
    private static final Instant START = Instant.parse("2026-03-01T12:30:15.123456789Z");

    private final AtomicLong epochNanos =
            new AtomicLong(START.getEpochSecond() * 1_000_000_000L + START.getNano());

    @Override
    public long getAsLong() {
        return epochNanos.get();
    }

    public void advance(Duration by) {
        epochNanos.addAndGet(by.toNanos());
    }

    public void stepBack(Duration by) {
        epochNanos.addAndGet(-by.toNanos());
    }
}

package holdfast.store.memory;

import holdfast.model.StoreTime;
import java.time.Instant;
import java.util.function.LongSupplier;

/** The one clock of a store: follows the given one, but never back. Guarded by the store. */
final class StoreClock {
    private final LongSupplier epochNanos;
    private long latest;

    StoreClock(LongSupplier epochNanos) {
        this.epochNanos = epochNanos;
    }

    /** Starts at the wall clock and goes on at the pace of the monotonic one, so that setting the wall clock expires nobody. */
    static LongSupplier system() {
        long startedAt = StoreTime.of(Instant.now()).epochNanos();
        long origin = System.nanoTime();
        return () -> startedAt + (System.nanoTime() - origin);
    }

    StoreTime now() {
        latest = Math.max(latest, epochNanos.getAsLong());
        return new StoreTime(latest);
    }
}

package holdfast.state;

import holdfast.model.StoreTime;
import holdfast.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The time of the locks' store, on which all who share it agree. Of this host only the time that passed since the store was asked
 * is counted. Safe for use by many threads.
 */
public final class StoreClock implements InstantSource {
    private static final Duration ASKED_EVERY = Duration.ofMinutes(1);

    private final Supplier<StoreTime> store;
    private final LongSupplier nanos;
    private volatile @Nullable Seen seen;

    private record Seen(Instant time, long nanos) {
        Duration age(long now) {
            return Duration.ofNanos(now - nanos);
        }
    }

    /** @param store asks the store for its time; not before a time is needed */
    public StoreClock(Supplier<StoreTime> store) {
        this(store, System::nanoTime);
    }

    StoreClock(Supplier<StoreTime> store, LongSupplier nanos) {
        this.store = store;
        this.nanos = nanos;
    }

    /** @throws StoreException if the store never told its time and does not do so now */
    @Override
    public Instant instant() {
        Seen known = seen;
        if (known == null || known.age(nanos.getAsLong()).compareTo(ASKED_EVERY) > 0) {
            known = asked(known);
        }
        return known.time().plus(known.age(nanos.getAsLong()));
    }

    private Seen asked(@Nullable Seen known) {
        try {
            Instant time = store.get().instant();
            var now = new Seen(time, nanos.getAsLong());
            seen = now;
            return now;
        } catch (StoreException e) {
            if (known == null) {
                throw e;
            }
            return known;
        }
    }
}

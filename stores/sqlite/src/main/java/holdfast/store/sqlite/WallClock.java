package holdfast.store.sqlite;

import holdfast.model.StoreTime;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * The wall clock alone, for machines without {@code /proc} such as macOS. There, setting the clock forwards expires leases early,
 * and setting it back makes them last longer: the store's time then stands still until the clock has caught up.
 */
record WallClock(Supplier<Instant> wall) implements HostClock {
    @Override
    public String boot() {
        return "";
    }

    @Override
    public Reading read() {
        return new Reading(0, nanos(wall.get()), false);
    }

    static long nanos(Instant instant) {
        return StoreTime.of(instant).epochNanos();
    }
}

package holdfast.model;

import java.time.Duration;
import java.time.Instant;

/**
 * A time read from a store's clock, which alone judges leases. No other clock is ever compared with it.
 *
 * @param epochNanos nanoseconds since 1970, good until the year 2262
 */
public record StoreTime(long epochNanos) implements Comparable<StoreTime> {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    public StoreTime {
        if (epochNanos < 0) {
            throw new IllegalArgumentException("store time before 1970: " + epochNanos);
        }
    }

    public static StoreTime of(Instant instant) {
        return new StoreTime(
                Math.addExact(
                        Math.multiplyExact(instant.getEpochSecond(), NANOS_PER_SECOND),
                        instant.getNano()));
    }

    public StoreTime plus(Duration amount) {
        try {
            return new StoreTime(Math.addExact(epochNanos, amount.toNanos()));
        } catch (ArithmeticException tooLong) {
            throw new InvalidRequestException(
                    "no store's time reaches " + amount + " after " + this);
        }
    }

    /** Whether this time is the other or after it. */
    public boolean hasReached(StoreTime other) {
        return epochNanos >= other.epochNanos;
    }

    /** Negative when the other time has passed already. */
    public Duration until(StoreTime other) {
        return Duration.ofNanos(Math.subtractExact(other.epochNanos, epochNanos));
    }

    public long micros() {
        return epochNanos / 1_000;
    }

    public Instant instant() {
        return Instant.ofEpochSecond(epochNanos / NANOS_PER_SECOND, epochNanos % NANOS_PER_SECOND);
    }

    @Override
    public int compareTo(StoreTime other) {
        return Long.compare(epochNanos, other.epochNanos);
    }

    @Override
    public String toString() {
        return instant().toString();
    }
}

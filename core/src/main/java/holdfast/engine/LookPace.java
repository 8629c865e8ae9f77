package holdfast.engine;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How often something looks at a whole store. After a look that took long there is a rest, a multiple of that time: a store that has to read
 * everything for it is not kept busy by those who only want to know. Where a look costs little, nothing changes by this. Safe for use by many
 * threads.
 */
public final class LookPace {
    /** What takes less than this costs little. */
    static final Duration CHEAP = Duration.ofMillis(50);

    /** However long a look takes, there is one from time to time. */
    static final Duration LONGEST = Duration.ofMinutes(10);

    private final Duration usual;
    private final int times;
    private final LongSupplier nanos;

    private volatile long restsUntil;

    /**
     * @param usual how long the rest is at least
     * @param times how much longer than a look the rest after it is
     * @param nanos a clock that only grows
     */
    public LookPace(Duration usual, int times, LongSupplier nanos) {
        this.usual = usual;
        this.times = times;
        this.nanos = nanos;
        this.restsUntil = nanos.getAsLong();
    }

    /** How long the rest still is; zero if it is over. */
    public Duration left() {
        return Duration.ofNanos(Math.max(0, restsUntil - nanos.getAsLong()));
    }

    public boolean rests() {
        return !left().isZero();
    }

    /** Looks. What fails costs the usual rest, so that it shows soon when the store is back. */
    public <T> T look(Supplier<T> look) {
        long began = nanos.getAsLong();
        Duration took = Duration.ZERO;
        try {
            T seen = look.get();
            took = Duration.ofNanos(nanos.getAsLong() - began);
            return seen;
        } finally {
            restsUntil = nanos.getAsLong() + restAfter(took).toNanos();
        }
    }

    private Duration restAfter(Duration took) {
        if (took.compareTo(CHEAP) < 0) {
            return usual;
        }
        Duration rest = took.multipliedBy(times);
        Duration most = rest.compareTo(LONGEST) < 0 ? rest : LONGEST;
        return most.compareTo(usual) < 0 ? usual : most;
    }
}

package holdfast.store.testkit.history;

import holdfast.model.StoreTime;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * How the store's clock goes beside the clock of the host by which calls were recorded, as their answers show it: the time in an
 * answer is not before the call and not after the answer. Both clocks run alike, since all of it is on one host.
 *
 * @param least the least by which the store's clock is ahead
 * @param most the most by which it is ahead
 */
record StoreClockSight(long least, long most) {
    /** For clocks that are read with a coarse step. */
    private static final long TOLERANCE = Duration.ofMillis(20).toNanos();

    private static final StoreTime EVER = new StoreTime(Long.MAX_VALUE);

    static StoreClockSight of(Collection<Recorded<LockCall>> calls) {
        long least = Long.MIN_VALUE;
        long most = Long.MAX_VALUE;
        for (Recorded<LockCall> recorded : calls) {
            StoreTime at = recorded.call().answeredAt();
            if (at != null) {
                least = Math.max(least, at.epochNanos() - recorded.to());
                most = Math.min(most, at.epochNanos() - recorded.from());
            }
        }
        return new StoreClockSight(least, most);
    }

    /** The calls by which the clock is at least, and at most, as much ahead as it is. */
    static List<Recorded<LockCall>> extremes(Collection<Recorded<LockCall>> calls) {
        StoreClockSight all = of(calls);
        return calls.stream()
                .filter(recorded -> recorded.call().answeredAt() != null)
                .filter(recorded -> {
                    StoreClockSight one = of(List.of(recorded));
                    return one.least == all.least || one.most == all.most;
                })
                .toList();
    }

    /** Whether there is a clock that could have shown all these times. */
    boolean isPossible() {
        return least <= most || least - most <= TOLERANCE;
    }

    List<Recorded<Timed>> timed(Collection<Recorded<LockCall>> calls) {
        return calls.stream()
                .map(recorded ->
                        new Recorded<>(
                                new Timed(
                                        recorded.call(),
                                        notBefore(recorded.from()),
                                        recorded.isAnswered() ? notAfter(recorded.to()) : EVER),
                                recorded.from(),
                                recorded.to()))
                .toList();
    }

    private StoreTime notBefore(long time) {
        return least == Long.MIN_VALUE
                ? new StoreTime(0)
                : new StoreTime(Math.max(0, time + least - TOLERANCE));
    }

    private StoreTime notAfter(long time) {
        return most == Long.MAX_VALUE ? EVER : new StoreTime(time + most + TOLERANCE);
    }
}

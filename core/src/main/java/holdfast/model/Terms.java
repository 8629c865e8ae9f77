package holdfast.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long a hold may last.
 *
 * @param lease how long it lasts without a heartbeat
 * @param tenure how long it may last with heartbeats; null without a bound
 */
public record Terms(Duration lease, @Nullable Duration tenure) {
    /** Far more than any rule allows, and little enough that no time computed from it overflows. */
    public static final Duration LONGEST = Duration.ofDays(36_500);

    public Terms {
        check("lease", lease);
        if (tenure != null) {
            check("tenure", tenure);
        }
    }

    private static void check(String what, Duration duration) {
        if (!duration.isPositive() || duration.compareTo(LONGEST) > 0) {
            throw new InvalidRequestException(
                    "a "
                            + what
                            + " of "
                            + Length.inWords(duration)
                            + " is not between zero and "
                            + Length.inWords(LONGEST));
        }
    }

    public static Terms of(Duration lease) {
        return new Terms(lease, null);
    }

    /** When a hold ends that was acquired then and had its heartbeat now. */
    public StoreTime until(StoreTime acquiredAt, StoreTime now) {
        StoreTime byLease = now.plus(lease);
        if (tenure == null) {
            return byLease;
        }
        StoreTime byTenure = acquiredAt.plus(tenure);
        return byLease.hasReached(byTenure) ? byTenure : byLease;
    }
}

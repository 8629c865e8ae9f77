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

package holdfast.store.dynamodb;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.StoreTime;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Reckons the service's time from the {@code Date} of its answers, which has whole seconds: an answer that says S was given between
 * sending and receiving, and then it was S or up to a second later. Several answers narrow this down. Between answers the host's
 * clocks carry it on, slower for the earliest and faster for the latest time, since they drift; that the host was suspended shows in
 * its wall clock alone, so the latest time goes by whichever of its clocks went on further. What either clock says is never used,
 * only how far it went. Safe for use by many threads.
 */
final class ServiceClock implements StoreClock {
    /** The machines of the service do not agree to the last millisecond. */
    static final Duration SKEW = Duration.ofMillis(250);

    private static final long SECOND = 1_000_000_000L;

    /** A host's clock gains or loses less than one part in so many. */
    private static final long DRIFT = 1_000;

    private final LongSupplier monotonicNanos;
    private final LongSupplier wallNanos;

    /** Innermost lock: no foreign code runs while it is held. */
    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private Bound earliest = Bound.NONE;

    @GuardedBy("mutex")
    private Bound latest = Bound.NONE;

    /** The service's time at a time of the host. */
    private record Bound(long service, HostInstant host) {
        static final Bound NONE = new Bound(0, new HostInstant(0, 0));
    }

    /** What both clocks of the host say. */
    record HostInstant(long monotonic, long wall) {
        private long elapsedAtLeast(HostInstant later) {
            long elapsed = Math.max(0, later.monotonic - monotonic);
            return elapsed - elapsed / DRIFT;
        }

        private long elapsedAtMost(HostInstant later) {
            long elapsed = Math.max(later.monotonic - monotonic, later.wall - wall);
            return elapsed + Math.max(0, elapsed) / DRIFT;
        }
    }

    ServiceClock(LongSupplier monotonicNanos, LongSupplier wallNanos) {
        this.monotonicNanos = monotonicNanos;
        this.wallNanos = wallNanos;
    }

    HostInstant hostNow() {
        return new HostInstant(monotonicNanos.getAsLong(), wallNanos.getAsLong());
    }

    /** Takes note of an answer that was dated with so many seconds since 1970. */
    void heard(long dateSeconds, HostInstant sent, HostInstant received) {
        long low = dateSeconds * SECOND - SKEW.toNanos();
        long high = (dateSeconds + 1) * SECOND + SKEW.toNanos();
        mutex.lock();
        try {
            if (earliest.equals(Bound.NONE)) {
                earliest = new Bound(low, received);
                latest = new Bound(high, sent);
                return;
            }
            if (low > earliestAt(received)) {
                earliest = new Bound(low, received);
            }
            if (high < latestAt(sent)) {
                latest = new Bound(high, sent);
            }
            if (earliestAt(received) > latestAt(received)) {
                // The service's clock was set, or this host's did something worse: begin anew.
                earliest = new Bound(low, received);
                latest = new Bound(high, sent);
            }
        } finally {
            mutex.unlock();
        }
    }

    @GuardedBy("mutex")
    private long earliestAt(HostInstant host) {
        return earliest.service() + earliest.host().elapsedAtLeast(host);
    }

    @GuardedBy("mutex")
    private long latestAt(HostInstant host) {
        return latest.service() + latest.host().elapsedAtMost(host);
    }

    @Override
    public Reading read() {
        HostInstant now = hostNow();
        mutex.lock();
        try {
            if (earliest.equals(Bound.NONE)) {
                throw new StoreException.Unavailable("the service has not told its time yet", null);
            }
            return new Reading(new StoreTime(earliestAt(now)), new StoreTime(latestAt(now)));
        } finally {
            mutex.unlock();
        }
    }
}

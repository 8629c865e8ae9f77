package holdfast.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.Claim;
import holdfast.model.Hold;
import holdfast.model.Standing;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One claim that this process holds, as its keeper sees it. It stops trusting its lease before the store can give the lock
 * away: it counts from before the last successful request, and a little less than the lease.
 */
final class KeptHold {
    private static final Logger LOG = LoggerFactory.getLogger(KeptHold.class);
    private final Claim claim;

    /** Replaced once, when it is confirmed. */
    private volatile Hold hold;

    /** Protects the fields below; listeners are called without it. */
    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private HoldState state = new HoldState.Held();

    @GuardedBy("mutex")
    private HostTime provenAt;

    @GuardedBy("mutex")
    private Duration trusted;

    @GuardedBy("mutex")
    private final List<Consumer<HoldState>> listeners = new ArrayList<>();

    /** What listeners have still to hear, in the order in which it happened. */
    @GuardedBy("mutex")
    private final Deque<News> untold = new ArrayDeque<>();

    @GuardedBy("mutex")
    private boolean telling;

    private record News(Consumer<HoldState> listener, HoldState state) {}

    /** @param lasts how long the hold lasts when counted from just before its commit was sent */
    KeptHold(Hold hold, Claim claim, HostTime sentAt, Duration lasts) {
        this.hold = hold;
        this.claim = claim;
        this.provenAt = sentAt;
        this.trusted = trustedOf(lasts);
    }

    /** Whether the store knows that its owner knows of it. */
    boolean isConfirmed() {
        return hold.standing() == Standing.CONFIRMED;
    }

    /** Less than the lease by a margin for timers that fire late and clocks that do not run at the same speed. */
    static Duration trustedOf(Duration lease) {
        return lease.minus(lease.dividedBy(50));
    }

    Hold hold() {
        return hold;
    }

    Claim claim() {
        return claim;
    }

    HoldState state() {
        mutex.lock();
        try {
            return state;
        } finally {
            mutex.unlock();
        }
    }

    /** How long the lock may still be relied on without a further heartbeat; zero or less when no longer. */
    Duration trustLeft(HostTime now) {
        mutex.lock();
        try {
            return state.isHeld() ? trusted.minus(provenAt.elapsed(now)) : Duration.ZERO;
        } finally {
            mutex.unlock();
        }
    }

    /** Whether the next to end is not its lease but the longest time it may be held: then no heartbeat helps. */
    boolean lastsToItsTenure() {
        mutex.lock();
        try {
            return hold.terms().tenure() != null
                    && isConfirmed()
                    && trusted.compareTo(trustedOf(hold.terms().lease())) < 0;
        } finally {
            mutex.unlock();
        }
    }

    Duration sinceProven(HostTime now) {
        mutex.lock();
        try {
            return provenAt.elapsed(now);
        } finally {
            mutex.unlock();
        }
    }

    /** A heartbeat that was sent then has prolonged the lease. */
    void proven(HostTime sentAt, Duration lease) {
        mutex.lock();
        try {
            if (!isConfirmed()) {
                hold = hold.renewed(hold.terms().lease(), hold.heartbeatAt());
            }
            if (sentAt.monotonicNanos() - provenAt.monotonicNanos() >= 0) {
                provenAt = sentAt;
                trusted = trustedOf(lease);
            }
        } finally {
            mutex.unlock();
        }
        moveTo(new HoldState.Held());
    }

    /** The listener hears of every change from now on, and at once if the lock is lost already. */
    void onChange(Consumer<HoldState> listener) {
        mutex.lock();
        try {
            listeners.add(listener);
            if (state instanceof HoldState.Lost) {
                untold.add(new News(listener, state));
            }
        } finally {
            mutex.unlock();
        }
        tell();
    }

    /** Goes to another state unless it has come to its end, and tells whoever listens. */
    void moveTo(HoldState next) {
        mutex.lock();
        try {
            if (!state.isHeld() || state.equals(next)) {
                return;
            }
            state = next;
            listeners.forEach(listener -> untold.add(new News(listener, next)));
        } finally {
            mutex.unlock();
        }
        tell();
    }

    /** One thread at a time, also for what others find out meanwhile: nobody hears of a loss before what led to it. */
    private void tell() {
        for (News news = nextNews(); news != null; news = nextNews()) {
            try {
                news.listener().accept(news.state());
            } catch (RuntimeException | Error e) {
                // A listener's failure is its own: the heartbeats of all other locks depend on this
                // thread.
                LOG.warn("a listener of '{}' failed on {}", hold.resource(), news.state(), e);
            } finally {
                told();
            }
        }
    }

    private @Nullable News nextNews() {
        mutex.lock();
        try {
            News news = telling ? null : untold.poll();
            telling |= news != null;
            return news;
        } finally {
            mutex.unlock();
        }
    }

    private void told() {
        mutex.lock();
        try {
            telling = false;
        } finally {
            mutex.unlock();
        }
    }
}

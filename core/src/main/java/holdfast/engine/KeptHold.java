package holdfast.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.Claim;
import holdfast.model.Hold;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * One claim that this process holds, as its keeper sees it. It stops trusting its lease before the store can give the lock
 * away: it counts from before the last successful request, and a little less than the lease.
 */
final class KeptHold {
    private final Hold hold;
    private final Claim claim;

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

    /** @param lasts how long the hold lasts when counted from just before its commit was sent */
    KeptHold(Hold hold, Claim claim, HostTime sentAt, Duration lasts) {
        this.hold = hold;
        this.claim = claim;
        this.provenAt = sentAt;
        this.trusted = trustedOf(lasts);
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
            return trusted.minus(provenAt.elapsed(now));
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
        HoldState now;
        mutex.lock();
        try {
            listeners.add(listener);
            now = state;
        } finally {
            mutex.unlock();
        }
        if (now instanceof HoldState.Lost) {
            listener.accept(now);
        }
    }

    /** Goes to another state unless it has come to its end, and tells whoever listens. */
    void moveTo(HoldState next) {
        List<Consumer<HoldState>> toTell;
        mutex.lock();
        try {
            if (!state.isHeld() || state.equals(next)) {
                return;
            }
            state = next;
            toTell = List.copyOf(listeners);
        } finally {
            mutex.unlock();
        }
        toTell.forEach(listener -> listener.accept(next));
    }
}

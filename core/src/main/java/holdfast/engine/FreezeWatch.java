package holdfast.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.Freezes;
import holdfast.model.StoreTime;
import holdfast.store.LockStore;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Keeps the list of freezes fresh enough to grant with. */
final class FreezeWatch {
    /** Leaves a commit some time to arrive while its list is still good. */
    private static final Duration USED_FOR = Freezes.FRESH_FOR.dividedBy(2);

    private final LockStore store;
    private final EngineHost host;

    /** Protects the two fields; never held while the store is asked. */
    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private @Nullable Freezes latest;

    @GuardedBy("mutex")
    private long askedAt;

    FreezeWatch(LockStore store, EngineHost host) {
        this.store = store;
        this.host = host;
    }

    /** A list that is still good some time after the given time of the store. */
    Freezes goodAt(StoreTime now) {
        Freezes known = known();
        if (known != null && known.goodUntil().hasReached(now.plus(USED_FOR))) {
            return known;
        }
        return refresh();
    }

    private @Nullable Freezes known() {
        mutex.lock();
        try {
            boolean recent = host.monotonicNanos() - askedAt < USED_FOR.toNanos();
            return recent ? latest : null;
        } finally {
            mutex.unlock();
        }
    }

    Freezes refresh() {
        long before = host.monotonicNanos();
        Freezes read = store.freezes();
        mutex.lock();
        try {
            if (latest == null || read.asOf().hasReached(latest.asOf())) {
                latest = read;
                askedAt = before;
            }
        } finally {
            mutex.unlock();
        }
        return read;
    }
}

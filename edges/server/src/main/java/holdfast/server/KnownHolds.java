package holdfast.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.Hold;
import holdfast.model.LockId;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Locks that this server has seen, so that it can renew them without a look. What a renewal needs of a lock never changes: where it is, whose
 * it is, and its token; the store itself checks that it lives. What else is told of it may be as old as an entry gets. Safe for use by many threads.
 */
final class KnownHolds {
    static final Duration KEPT_FOR = Duration.ofMinutes(5);
    static final long SIZE_MAX = 8L * 1024 * 1024;

    private final LongSupplier nanos;
    private final ReentrantLock mutex = new ReentrantLock();

    /** The oldest first. */
    @GuardedBy("mutex")
    private final Map<LockId, Known> known = new LinkedHashMap<>();

    @GuardedBy("mutex")
    private long size;

    private record Known(Hold hold, long at, long size) {}

    KnownHolds(LongSupplier nanos) {
        this.nanos = nanos;
    }

    Optional<Hold> find(LockId lock) {
        mutex.lock();
        try {
            Known found = known.get(lock);
            return found == null || isOld(found) ? Optional.empty() : Optional.of(found.hold());
        } finally {
            mutex.unlock();
        }
    }

    /** It was looked at just now. */
    void saw(Hold hold) {
        var seen = new Known(hold, nanos.getAsLong(), Weight.of(hold));
        mutex.lock();
        try {
            forget(hold.id());
            known.put(hold.id(), seen);
            size += seen.size();
            Iterator<Known> oldest = known.values().iterator();
            while (oldest.hasNext()) {
                Known next = oldest.next();
                if (size <= SIZE_MAX && !isOld(next)) {
                    return;
                }
                size -= next.size();
                oldest.remove();
            }
        } finally {
            mutex.unlock();
        }
    }

    /** It was renewed without a look. */
    void renewed(Hold hold) {
        mutex.lock();
        try {
            known.computeIfPresent(
                    hold.id(), (lock, before) -> new Known(hold, before.at(), before.size()));
        } finally {
            mutex.unlock();
        }
    }

    /** It is over. */
    void over(LockId lock) {
        mutex.lock();
        try {
            forget(lock);
        } finally {
            mutex.unlock();
        }
    }

    @GuardedBy("mutex")
    private void forget(LockId lock) {
        Known before = known.remove(lock);
        if (before != null) {
            size -= before.size();
        }
    }

    private boolean isOld(Known one) {
        return nanos.getAsLong() - one.at() > KEPT_FOR.toNanos();
    }
}

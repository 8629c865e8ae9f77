package holdfast.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.LockId;
import holdfast.model.Root;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** Where locks were found. A lock never moves, so who finds it there no more need not look elsewhere. Safe for use by many threads. */
final class KnownPlaces {
    static final int KNOWN_MAX = 10_000;

    private final ReentrantLock mutex = new ReentrantLock();

    /** Those that were not asked for longest come first. */
    @GuardedBy("mutex")
    private final Map<LockId, Root> known = new LinkedHashMap<>(16, 0.75f, true);

    Optional<Root> of(LockId lock) {
        mutex.lock();
        try {
            return Optional.ofNullable(known.get(lock));
        } finally {
            mutex.unlock();
        }
    }

    void found(LockId lock, Root root) {
        mutex.lock();
        try {
            known.put(lock, root);
            if (known.size() > KNOWN_MAX) {
                known.remove(known.keySet().iterator().next());
            }
        } finally {
            mutex.unlock();
        }
    }
}

package holdfast.store.redis;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.Root;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** How this process left roots that were nobody else's then. Safe for use by many threads; what it says may be wrong at any time. */
final class KnownRoots {
    private static final int ROOTS_MAX = 10_000;

    /** Innermost: no foreign code runs while it is held. */
    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private final Map<Root, Numbers> left = new LinkedHashMap<>(16, 0.75f, true);

    /** Takes what is known: who does something else with the root must not find it. */
    Optional<Numbers> take(Root root) {
        mutex.lock();
        try {
            return Optional.ofNullable(left.remove(root));
        } finally {
            mutex.unlock();
        }
    }

    void left(Root root, Numbers numbers) {
        mutex.lock();
        try {
            left.put(root, numbers);
            if (left.size() > ROOTS_MAX) {
                left.remove(left.keySet().iterator().next());
            }
        } finally {
            mutex.unlock();
        }
    }
}

package holdfast.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.LockId;
import holdfast.model.Root;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** Who wants to know when locks in a root are over. Safe for use by many threads. */
final class Watches {
    private final EngineHost host;

    /** Protects the map; innermost. */
    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private final Map<Root, Set<RootWatch>> byRoot = new HashMap<>();

    Watches(EngineHost host) {
        this.host = host;
    }

    RootWatch begin(Map<Root, Set<LockId>> locks) {
        var watch = new RootWatch(host, Map.copyOf(locks), this::end);
        mutex.lock();
        try {
            for (Root root : watch.roots()) {
                byRoot.computeIfAbsent(root, key -> new HashSet<>()).add(watch);
            }
        } finally {
            mutex.unlock();
        }
        return watch;
    }

    private void end(RootWatch watch) {
        mutex.lock();
        try {
            for (Root root : watch.roots()) {
                byRoot.computeIfPresent(
                        root,
                        (key, watches) -> {
                            watches.remove(watch);
                            return watches.isEmpty() ? null : watches;
                        });
            }
        } finally {
            mutex.unlock();
        }
    }

    void touched(Root root) {
        of(root).forEach(watch -> watch.touched(root));
    }

    /** Wakes those only who watch one of these locks. */
    void over(Root root, Set<LockId> locks) {
        if (!locks.isEmpty()) {
            of(root).stream()
                    .filter(watch -> watch.isOf(root, locks))
                    .forEach(watch -> watch.touched(root));
        }
    }

    private List<RootWatch> of(Root root) {
        mutex.lock();
        try {
            return List.copyOf(byRoot.getOrDefault(root, Set.of()));
        } finally {
            mutex.unlock();
        }
    }

    /** Lets everybody look. */
    void wakeAll() {
        List<RootWatch> all;
        mutex.lock();
        try {
            all = byRoot.values().stream().flatMap(Set::stream).distinct().toList();
        } finally {
            mutex.unlock();
        }
        all.forEach(RootWatch::wake);
    }
}

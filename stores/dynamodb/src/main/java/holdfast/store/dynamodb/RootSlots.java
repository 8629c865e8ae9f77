package holdfast.store.dynamodb;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.Root;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** The roots that were used last. Safe for use by many threads. */
final class RootSlots {
    private static final int ROOTS_MAX = 10_000;

    private final DynamoLink link;

    /** Innermost lock: no foreign code runs while it is held. */
    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private final Map<Root, RootSlot> slots = new LinkedHashMap<>(16, 0.75f, true);

    RootSlots(DynamoLink link) {
        this.link = link;
    }

    /** Takes note of how another process says that it left a root. */
    void hear(Letter letter) {
        RootItem item = letter.item();
        if (item != null) {
            of(letter.root()).hear(Known.of(item));
        }
    }

    /** Whoever still uses a slot that was thrown out of here does so safely: every write is conditioned on what it knows. */
    RootSlot of(Root root) {
        mutex.lock();
        try {
            RootSlot slot =
                    slots.computeIfAbsent(root, key -> new RootSlot(new Endings(link, key)));
            if (slots.size() > ROOTS_MAX) {
                slots.remove(slots.keySet().iterator().next());
            }
            return slot;
        } finally {
            mutex.unlock();
        }
    }
}

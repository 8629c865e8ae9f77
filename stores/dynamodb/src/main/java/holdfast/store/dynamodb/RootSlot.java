package holdfast.store.dynamodb;

import holdfast.model.Ticket;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What this process knows of one root. Commits to one root are made one after the other here: they would only refuse each other. */
final class RootSlot {
    final ReentrantLock mutex = new ReentrantLock(true);
    final Endings endings;
    volatile @Nullable Known known;

    /** Who was shown as waiting although nobody knew whether its place had lapsed: who is granted must prove it. */
    volatile Set<Ticket> assumed = Set.of();

    /** Takes note of what another process told, unless more is known. */
    void hear(Known told) {
        Known before = known;
        if (before == null || before.item().numbers().version() < told.item().numbers().version()) {
            known = told;
        }
    }

    RootSlot(Endings endings) {
        this.endings = endings;
    }
}

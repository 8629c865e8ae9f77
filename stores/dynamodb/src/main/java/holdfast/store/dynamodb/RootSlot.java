package holdfast.store.dynamodb;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What this process knows of one root. Commits to one root are made one after the other here: they would only refuse each other. */
final class RootSlot {
    final ReentrantLock mutex = new ReentrantLock(true);
    final Endings endings;
    volatile @Nullable Known known;

    RootSlot(Endings endings) {
        this.endings = endings;
    }
}

package holdfast.engine;

import holdfast.model.StoreTime;
import holdfast.model.Waiter;
import java.util.List;

/**
 * Who waits in a root.
 *
 * @param now the store's time of this look
 * @param waiters the live ones, next first
 */
public record Queue(StoreTime now, List<Waiter> waiters) {
    public Queue {
        waiters = List.copyOf(waiters);
    }
}

package holdfast.engine;

import holdfast.model.Hold;
import holdfast.model.StoreTime;
import holdfast.model.Waiter;
import java.util.List;

/**
 * Where a request stands.
 *
 * @param now the store's time of this look
 * @param position 1 for the next in line
 * @param ahead who is served before it
 * @param holders whose holds keep it out
 */
public record QueuePosition(StoreTime now, int position, List<Waiter> ahead, List<Hold> holders) {
    public QueuePosition {
        ahead = List.copyOf(ahead);
        holders = List.copyOf(holders);
    }
}

package holdfast.engine;

import holdfast.model.Freeze;
import holdfast.model.Hold;
import holdfast.model.StoreTime;
import holdfast.model.Waiter;
import java.util.List;
import java.util.Optional;

/**
 * Where a request stands.
 *
 * @param now the store's time of this look
 * @param position 1 for the next in line
 * @param ahead who is served before it
 * @param holders whose holds keep it out
 * @param freeze keeps it out even if nobody holds anything
 */
public record QueuePosition(
        StoreTime now,
        int position,
        List<Waiter> ahead,
        List<Hold> holders,
        Optional<Freeze> freeze) {
    public QueuePosition {
        ahead = List.copyOf(ahead);
        holders = List.copyOf(holders);
    }
}

package holdfast.store;

import holdfast.model.Hold;
import holdfast.model.StoreTime;
import java.util.List;

/**
 * Some holds, lapsed ones included, and the time at which to judge them.
 *
 * @param holds fewer than asked for only at the end of the list
 */
public record HoldPage(StoreTime now, List<Hold> holds) {
    public HoldPage {
        holds = List.copyOf(holds);
    }
}

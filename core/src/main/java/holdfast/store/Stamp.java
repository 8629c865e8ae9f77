package holdfast.store;

import holdfast.model.StoreTime;
import holdfast.model.Ticket;
import java.util.Set;

/**
 * What the store put on a commit.
 *
 * @param now the time with which everything in it was stamped
 * @param firstNumber the token or ticket of its first grant or join, 0 if it has none; the following ones count up in the order of
 *     changes
 * @param version the root's version after it
 * @param missed tickets that could not be touched
 */
public record Stamp(StoreTime now, long firstNumber, long version, Set<Ticket> missed) {
    public Stamp {
        missed = Set.copyOf(missed);
    }
}

package holdfast.store;

import holdfast.model.StoreTime;
import holdfast.model.Ticket;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the store put on a commit.
 *
 * @param now the time with which everything in it was stamped
 * @param firstNumber the token or ticket of its first grant or join, 0 if it has none; the following ones count up in the order of
 *     changes
 * @param version the root's version after it
 * @param missed tickets that could not be touched
 * @param tally what else there is to know of the root after it; null if the store does not say
 */
public record Stamp(
        StoreTime now, long firstNumber, long version, Set<Ticket> missed, @Nullable Tally tally) {
    public Stamp {
        missed = Set.copyOf(missed);
    }

    public Stamp(StoreTime now, long firstNumber, long version, Set<Ticket> missed) {
        this(now, firstNumber, version, missed, null);
    }

    /** The root's epoch, and how many waiters it has, live and lapsed. */
    public record Tally(long epoch, int waiting) {}

    /** The stamp of a part of the commit, which has so many grants and joins before its own. */
    public Stamp behind(int numbers) {
        return new Stamp(now, firstNumber + numbers, version, missed, tally);
    }
}

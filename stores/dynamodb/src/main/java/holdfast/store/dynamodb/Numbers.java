package holdfast.store.dynamodb;

import holdfast.model.Hold;
import holdfast.model.StoreTime;
import holdfast.store.StoreException;

/**
 * The numbers of a root.
 *
 * @param last the last token or ticket
 * @param told how many endings were remembered, counted from the time at which the root began
 * @param spilled up to which of them they were moved out of the item; 0 if none was
 * @param waiting how many waiters there are, live and lapsed
 * @param digest of their tickets, by which a queue that was read at another moment is found out
 * @param at the time of the last commit
 */
record Numbers(
        long version,
        long epoch,
        long last,
        long told,
        long spilled,
        int waiting,
        long digest,
        StoreTime at) {
    static final Numbers NONE = new Numbers(0, 0, 0, 0, 0, 0, 0, new StoreTime(0));
    private static final int COUNT = 8;

    /** The numbers of a root that another tool has. No version of ours is so small. */
    static Numbers of(Hold foreign) {
        return new Numbers(foreign.token().value(), 0, 0, 0, 0, 0, 0, new StoreTime(0));
    }

    static Numbers parse(String line) {
        String[] parts = line.split(" ", -1);
        if (parts.length != COUNT) {
            throw new StoreException.Incompatible(
                    "a stored root has "
                            + parts.length
                            + " numbers: use the version of Holdfast that wrote it");
        }
        try {
            return new Numbers(
                    Long.parseLong(parts[0]),
                    Long.parseLong(parts[1]),
                    Long.parseLong(parts[2]),
                    Long.parseLong(parts[3]),
                    Long.parseLong(parts[4]),
                    Integer.parseInt(parts[5]),
                    Long.parseLong(parts[6]),
                    new StoreTime(Long.parseLong(parts[7])));
        } catch (IllegalArgumentException e) {
            throw new StoreException.Corrupted("a stored root has broken numbers: " + line, e);
        }
    }

    String line() {
        return version
                + " "
                + epoch
                + " "
                + last
                + " "
                + told
                + " "
                + spilled
                + " "
                + waiting
                + " "
                + digest
                + " "
                + at.epochNanos();
    }
}

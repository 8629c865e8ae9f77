package holdfast.store.dynamodb;

import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Root;
import holdfast.model.Standing;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import holdfast.store.StoreException;
import holdfast.store.records.HoldFrame;
import holdfast.store.records.HoldJson;

/** A hold as one line: its frame and its JSON, which has no line breaks and no tabs. */
final class HoldLine {
    private static final String BETWEEN = "\t";
    private static final int PARTS = 7;

    private HoldLine() {}

    static String write(Hold hold) {
        return String.join(
                BETWEEN,
                hold.token().toString(),
                hold.id().text(),
                Long.toString(hold.acquiredAt().epochNanos()),
                hold.standing().name(),
                Long.toString(hold.heartbeatAt().epochNanos()),
                Long.toString(hold.until().epochNanos()),
                HoldJson.write(hold));
    }

    static Hold read(String line, Root root) {
        String[] parts = line.split(BETWEEN, -1);
        if (parts.length != PARTS) {
            throw new StoreException.Corrupted("a stored hold has too few parts: " + line, null);
        }
        try {
            return HoldJson.read(
                    parts[6],
                    new HoldFrame(
                            root,
                            new Token(Long.parseLong(parts[0])),
                            new LockId(parts[1]),
                            new StoreTime(Long.parseLong(parts[2])),
                            Standing.valueOf(parts[3]),
                            new StoreTime(Long.parseLong(parts[4])),
                            new StoreTime(Long.parseLong(parts[5]))));
        } catch (IllegalArgumentException e) {
            throw new StoreException.Corrupted("a stored hold is broken: " + line, e);
        }
    }
}

package holdfast.store.dynamodb;

import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import holdfast.store.StoreException;
import holdfast.store.records.WaiterFrame;
import holdfast.store.records.WaiterJson;

/** A waiter as one line: its frame and its JSON, which has no line breaks and no tabs. */
final class WaiterLine {
    private static final String BETWEEN = "\t";
    private static final int PARTS = 4;

    private WaiterLine() {}

    static String write(Waiter waiter) {
        return String.join(
                BETWEEN,
                waiter.ticket().toString(),
                Long.toString(waiter.turn()),
                Long.toString(waiter.until().epochNanos()),
                WaiterJson.write(waiter));
    }

    static Waiter read(String line, Root root) {
        String[] parts = line.split(BETWEEN, -1);
        if (parts.length != PARTS) {
            throw new StoreException.Corrupted("a stored waiter has too few parts: " + line, null);
        }
        try {
            return WaiterJson.read(
                    parts[3],
                    new WaiterFrame(
                            root,
                            new Ticket(Long.parseLong(parts[0])),
                            Long.parseLong(parts[1]),
                            new StoreTime(Long.parseLong(parts[2]))));
        } catch (IllegalArgumentException e) {
            throw new StoreException.Corrupted("a stored waiter is broken: " + line, e);
        }
    }
}

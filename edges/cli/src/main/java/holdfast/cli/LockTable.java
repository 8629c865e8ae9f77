package holdfast.cli;

import holdfast.model.Hold;
import java.util.List;

/** Locks as a table for people. */
final class LockTable {
    private static final int RESOURCE_AT_LEAST = 20;
    private static final int OWNER_AT_LEAST = 12;
    private static final int REASON_AT_LEAST = 16;

    private LockTable() {}

    static String textOf(List<LockRow> rows, Screen screen) {
        return rows.isEmpty() ? "No locks.\n" : of(rows).fitting(screen);
    }

    private static Table of(List<LockRow> rows) {
        return new Table(
                List.of(
                        Table.Column.shrinking("RESOURCE", RESOURCE_AT_LEAST),
                        Table.Column.fixed("MODE"),
                        Table.Column.state("STATE"),
                        Table.Column.shrinking("OWNER", OWNER_AT_LEAST),
                        Table.Column.fixed("PID"),
                        Table.Column.fixed("SINCE"),
                        Table.Column.fixed("HEARTBEAT"),
                        Table.Column.fixed("UNTIL"),
                        Table.Column.fixed("TOKEN"),
                        Table.Column.shrinking("REASON", REASON_AT_LEAST)),
                rows.stream().map(LockTable::cells).toList());
    }

    private static List<String> cells(LockRow row) {
        Hold hold = row.hold();
        return List.of(
                hold.resource().displayName(),
                Json.word(hold.mode()),
                row.state().word(),
                hold.owner().name(),
                hold.owner().facts().getOrDefault("pid", "-"),
                Times.both(hold.acquiredAt(), row.now()),
                Times.both(hold.heartbeatAt(), row.now()),
                Times.both(hold.until(), row.now()),
                hold.token().toString(),
                OneLine.of(hold.note().reason()));
    }
}

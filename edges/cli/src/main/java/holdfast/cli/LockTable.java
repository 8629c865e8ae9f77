package holdfast.cli;

import holdfast.model.Hold;
import java.util.List;

/** Locks as a table for people. */
final class LockTable {
    private static final int RESOURCE_AT_LEAST = 20;
    private static final int OWNER_AT_LEAST = 12;
    private static final int REASON_AT_LEAST = 16;
    private static final int BRIEF_AT_LEAST = 8;

    private LockTable() {}

    static String textOf(List<LockRow> rows, Screen screen) {
        if (rows.isEmpty()) {
            return "No locks.\n";
        }
        Table full = full(rows);
        Table brief = brief(rows);
        return full.fits(screen) || !brief.fits(screen)
                ? full.fitting(screen)
                : brief.fitting(screen)
                        + "Times and tokens in full: holdfast locks status RESOURCE\n";
    }

    private static Table full(List<LockRow> rows) {
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

    /** For a terminal of the usual width. */
    private static Table brief(List<LockRow> rows) {
        return new Table(
                List.of(
                        Table.Column.shrinking("RESOURCE", BRIEF_AT_LEAST),
                        Table.Column.state("STATE"),
                        Table.Column.shrinking("OWNER", BRIEF_AT_LEAST),
                        Table.Column.fixed("SINCE"),
                        Table.Column.fixed("HEARTBEAT"),
                        Table.Column.fixed("UNTIL"),
                        Table.Column.shrinking("REASON", BRIEF_AT_LEAST)),
                rows.stream().map(LockTable::briefCells).toList());
    }

    private static List<String> briefCells(LockRow row) {
        Hold hold = row.hold();
        return List.of(
                hold.resource().displayName(),
                row.state().word(),
                hold.owner().name(),
                Times.relative(hold.acquiredAt(), row.now()),
                Times.relative(hold.heartbeatAt(), row.now()),
                Times.relative(hold.until(), row.now()),
                OneLine.of(hold.note().reason()));
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

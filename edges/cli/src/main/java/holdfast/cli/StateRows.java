package holdfast.cli;

import holdfast.state.StateVersion;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Versions of states, for people and for programs. */
final class StateRows {
    private StateRows() {}

    static String text(List<StateVersion> versions, Screen screen) {
        return new Table(
                        List.of(
                                Table.Column.fixed("VERSION"),
                                Table.Column.fixed("SAVED"),
                                Table.Column.shrinking("BY", 12),
                                Table.Column.fixed("WHAT"),
                                Table.Column.fixed("BYTES"),
                                Table.Column.shrinking("LOCK", 12),
                                Table.Column.shrinking("NOTE", 12)),
                        versions.stream().map(StateRows::row).toList())
                .fitting(screen);
    }

    private static List<String> row(StateVersion version) {
        return List.of(
                version.id(),
                saved(version),
                version.by(),
                version.operation(),
                Long.toString(version.digest().size()),
                OneLine.of(version.client().isEmpty() ? version.lock() : version.client()),
                note(version));
    }

    static String saved(StateVersion version) {
        return version.at().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static String note(StateVersion version) {
        for (String fact :
                List.of("refused", "alarm", "late", "unlocked", "restored_from", "backup_of")) {
            String said = version.facts().get(fact);
            if (said != null) {
                return OneLine.of(fact + ": " + said);
            }
        }
        String serial = version.facts().get("serial");
        return serial == null ? "" : "serial " + serial;
    }
}

package holdfast.cli;

import holdfast.model.Freeze;
import holdfast.model.Freezes;
import holdfast.model.StoreTime;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;

/** Freezes for people and programs. */
final class FreezeRows {
    private static final int PREFIX_AT_LEAST = 16;
    private static final int BY_AT_LEAST = 10;
    private static final int EXEMPT_AT_LEAST = 10;
    private static final int REASON_AT_LEAST = 16;

    private FreezeRows() {}

    static String textOf(Freezes freezes, Screen screen) {
        if (freezes.all().isEmpty()) {
            return "No freezes.\n";
        }
        return new Table(
                        List.of(
                                Table.Column.shrinking("PREFIX", PREFIX_AT_LEAST),
                                Table.Column.fixed("ID"),
                                Table.Column.shrinking("BY", BY_AT_LEAST),
                                Table.Column.fixed("SINCE"),
                                Table.Column.fixed("UNTIL"),
                                Table.Column.shrinking("EXEMPT", EXEMPT_AT_LEAST),
                                Table.Column.shrinking("REASON", REASON_AT_LEAST)),
                        freezes.all().stream()
                                .map(freeze -> cells(freeze, freezes.asOf()))
                                .toList())
                .fitting(screen);
    }

    private static List<String> cells(Freeze freeze, StoreTime now) {
        return List.of(
                freeze.prefix().toString(),
                freeze.id(),
                freeze.by(),
                Times.both(freeze.since(), now),
                Times.both(freeze.until(), now),
                freeze.exempt().isEmpty() ? "-" : exempt(freeze),
                OneLine.of(freeze.reason()));
    }

    private static String exempt(Freeze freeze) {
        return freeze.exempt().stream().sorted().collect(Collectors.joining(", "));
    }

    /** Such as {@code by alice until 2026-03-01T14:00:00Z (in 2h): release weekend}. */
    static String describe(Freeze freeze, StoreTime now) {
        return freeze.prefix()
                + " by "
                + freeze.by()
                + " until "
                + Times.both(freeze.until(), now)
                + ": "
                + OneLine.of(freeze.reason());
    }

    static void write(JsonGenerator json, Freeze freeze) {
        json.writeStringProperty("freeze_id", freeze.id());
        json.writeStringProperty("prefix", freeze.prefix().text());
        json.writeStringProperty("by", freeze.by());
        json.writeStringProperty("reason", freeze.reason());
        json.writeStringProperty("since", Json.time(freeze.since()));
        json.writeStringProperty("until", Json.time(freeze.until()));
        json.writeArrayPropertyStart("exempt");
        freeze.exempt().stream().sorted().forEach(json::writeString);
        json.writeEndArray();
    }
}

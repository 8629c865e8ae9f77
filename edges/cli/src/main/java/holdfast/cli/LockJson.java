package holdfast.cli;

import holdfast.model.Hold;
import holdfast.model.StoreTime;
import java.io.PrintStream;
import java.io.StringWriter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Locks as a JSON array for programs. */
final class LockJson {
    private LockJson() {}

    static void print(List<LocksListCommand.Row> rows, PrintStream out) {
        var text = new StringWriter();
        try (JsonGenerator json =
                new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartArray();
            rows.forEach(row -> write(json, row));
            json.writeEndArray();
        }
        out.println(text);
    }

    private static void write(JsonGenerator json, LocksListCommand.Row row) {
        Hold hold = row.hold();
        json.writeStartObject();
        json.writeStringProperty("lock_id", hold.id().text());
        json.writeStringProperty("resource", hold.resource().text());
        json.writeStringProperty("mode", word(hold.mode()));
        json.writeStringProperty("state", row.state().word());
        json.writeStringProperty("priority", word(hold.priority()));
        json.writeStringProperty("owner", hold.owner().name());
        json.writeStringProperty("owner_id", hold.owner().id().text());
        json.writeNumberProperty("token", hold.token().value());
        json.writeStringProperty("acquired_at", time(hold.acquiredAt()));
        json.writeStringProperty("expires_at", time(hold.until()));
        json.writeStringProperty("last_heartbeat", time(hold.heartbeatAt()));
        json.writeStringProperty("reason", hold.note().reason());
        json.writeObjectPropertyStart("metadata");
        hold.note().metadata().forEach(json::writeStringProperty);
        json.writeEndObject();
        json.writeEndObject();
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static String time(StoreTime time) {
        return time.instant().truncatedTo(ChronoUnit.MILLIS).toString();
    }
}

package holdfast.server;

import holdfast.model.Freeze;
import tools.jackson.core.JsonGenerator;

/** A freeze as JSON, with the field names of the command line. */
final class FreezeJson {
    private FreezeJson() {}

    static void write(JsonGenerator json, String name, Freeze freeze) {
        json.writeObjectPropertyStart(name);
        write(json, freeze);
        json.writeEndObject();
    }

    static void write(JsonGenerator json, Freeze freeze) {
        json.writeStringProperty("freeze_id", freeze.id());
        json.writeStringProperty("prefix", freeze.prefix().text());
        json.writeStringProperty("by", freeze.by());
        json.writeStringProperty("reason", freeze.reason());
        json.writeStringProperty("since", Json.time(freeze.since()));
        json.writeStringProperty("until", Json.time(freeze.until()));
        Json.texts(json, "exempt", freeze.exempt().stream().sorted().toList());
    }
}

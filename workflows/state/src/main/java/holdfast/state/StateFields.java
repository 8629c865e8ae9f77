package holdfast.state;

import tools.jackson.core.JsonGenerator;

/** What is shown of a version, as JSON. */
public final class StateFields {
    private StateFields() {}

    public static void write(JsonGenerator json, StateVersion version) {
        json.writeStringProperty("version", version.id());
        json.writeNumberProperty("number", version.number());
        json.writeStringProperty("previous", version.previous());
        json.writeStringProperty("saved_at", version.at().toString());
        json.writeStringProperty("saved_by", version.by());
        json.writeStringProperty("operation", version.operation());
        json.writeStringProperty("lock_id", version.lock());
        json.writeStringProperty("client", version.client());
        json.writeNumberProperty("token", version.token());
        json.writeStringProperty("path", version.path());
        json.writeNumberProperty("size", version.digest().size());
        json.writeStringProperty("sha256", version.digest().sha256());
        json.writeObjectPropertyStart("facts");
        version.facts().forEach(json::writeStringProperty);
        json.writeEndObject();
    }

    /** As it stands in a list: its name, its current version if there is one, and what is damaged of it. */
    public static void write(JsonGenerator json, StateEntry entry) {
        json.writeStringProperty("state", entry.name().toString());
        StateVersion current = entry.current();
        if (current != null) {
            write(json, current);
        }
        if (entry.removed() != null) {
            json.writeStringProperty("removed_at", entry.removed().toString());
        }
        if (entry.damage() != null) {
            json.writeStringProperty("damage", entry.damage());
        }
    }
}

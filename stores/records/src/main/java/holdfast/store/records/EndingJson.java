package holdfast.store.records;

import holdfast.model.Ending;
import holdfast.model.OwnerId;
import tools.jackson.core.JsonGenerator;

/** How something ended: a word, and with some words what people ask about. */
final class EndingJson {
    private EndingJson() {}

    static void write(JsonGenerator json, Ending ending) {
        switch (ending) {
            case Ending.Released released -> writeWord(json, "released");
            case Ending.Expired expired -> writeWord(json, "expired");
            case Ending.Unconfirmed unconfirmed -> writeWord(json, "unconfirmed");
            case Ending.Forced forced -> {
                writeWord(json, "forced");
                json.writeStringProperty("by", forced.by());
                json.writeStringProperty("why", forced.reason());
            }
            case Ending.Transferred transferred -> {
                writeWord(json, "transferred");
                ValueJson.writeOwner(json, "to", transferred.to());
            }
            case Ending.Cancelled cancelled -> {
                writeWord(json, "cancelled");
                json.writeStringProperty("why", cancelled.why());
            }
            case Ending.Aborted aborted -> {
                writeWord(json, "aborted");
                json.writeArrayPropertyStart("cycle");
                aborted.cycle().forEach(owner -> json.writeString(owner.text()));
                json.writeEndArray();
            }
        }
    }

    static Ending read(Fields fields) {
        String word = fields.text("ending");
        return switch (word) {
            case "released" -> new Ending.Released();
            case "expired" -> new Ending.Expired();
            case "unconfirmed" -> new Ending.Unconfirmed();
            case "forced" -> new Ending.Forced(fields.text("by"), fields.text("why"));
            case "transferred" -> new Ending.Transferred(ValueJson.owner(fields.object("to")));
            case "cancelled" -> new Ending.Cancelled(fields.text("why"));
            case "aborted" ->
                    new Ending.Aborted(
                            fields.list("cycle", String.class).stream().map(OwnerId::new).toList());
            default -> throw new IllegalArgumentException("'" + word + "' is not an ending");
        };
    }

    private static void writeWord(JsonGenerator json, String word) {
        json.writeStringProperty("ending", word);
    }
}

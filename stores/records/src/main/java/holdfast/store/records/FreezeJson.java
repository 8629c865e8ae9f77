package holdfast.store.records;

import holdfast.model.Freeze;
import holdfast.model.Prefix;
import holdfast.model.StoreTime;
import java.util.Set;

/** A freeze as JSON, with its id and its times. */
public final class FreezeJson {
    private FreezeJson() {}

    public static String write(Freeze freeze) {
        return Json.write(json -> {
            json.writeStringProperty("id", freeze.id());
            json.writeStringProperty("prefix", freeze.prefix().text());
            json.writeStringProperty("by", freeze.by());
            json.writeStringProperty("reason", freeze.reason());
            json.writeNumberProperty("since", freeze.since().epochNanos());
            json.writeNumberProperty("until", freeze.until().epochNanos());
            json.writeArrayPropertyStart("exempt");
            freeze.exempt().stream().sorted().forEach(json::writeString);
            json.writeEndArray();
        });
    }

    public static Freeze read(String text) {
        return Json.read(
                "freeze",
                text,
                fields ->
                        new Freeze(
                                fields.text("id"),
                                new Prefix(fields.text("prefix")),
                                fields.text("by"),
                                fields.text("reason"),
                                new StoreTime(fields.number("since")),
                                new StoreTime(fields.number("until")),
                                Set.copyOf(fields.list("exempt", String.class))));
    }
}

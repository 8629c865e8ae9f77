package holdfast.store.records;

import holdfast.model.EngineId;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Root;
import holdfast.model.StoreTime;

/** A hold as JSON, without what its {@link HoldFrame} says. A heartbeat leaves the JSON as it is. */
public final class HoldJson {
    private HoldJson() {}

    public static String write(Hold hold) {
        Root root = hold.resource().root();
        return Json.write(json -> {
            json.writeStringProperty("lock", hold.id().text());
            ValueJson.writeResource(json, hold.resource(), root);
            ValueJson.writeMode(json, hold.mode());
            ValueJson.writeOwner(json, "owner", hold.owner());
            json.writeArrayPropertyStart("claims");
            hold.claims()
                    .forEach(claim -> {
                        json.writeStartObject();
                        ValueJson.writeClaim(json, claim, root);
                        json.writeEndObject();
                    });
            json.writeEndArray();
            ValueJson.writeTerms(json, hold.terms());
            ValueJson.writePriority(json, hold.priority());
            ValueJson.writeNote(json, hold.note());
            json.writeStringProperty("engine", hold.engine().text());
            json.writeNumberProperty("acquired_at", hold.acquiredAt().epochNanos());
        });
    }

    public static Hold read(String text, HoldFrame frame) {
        return Json.read("hold", text, fields -> hold(fields, frame));
    }

    private static Hold hold(Fields fields, HoldFrame frame) {
        return new Hold(
                new LockId(fields.text("lock")),
                frame.token(),
                ValueJson.resource(fields, frame.root()),
                ValueJson.mode(fields),
                ValueJson.owner(fields.object("owner")),
                fields.list("claims", Fields.class).stream()
                        .map(claim -> ValueJson.claim(claim, frame.root()))
                        .toList(),
                ValueJson.terms(fields),
                frame.standing(),
                ValueJson.priority(fields),
                ValueJson.note(fields),
                new EngineId(fields.text("engine")),
                new StoreTime(fields.number("acquired_at")),
                frame.heartbeatAt(),
                frame.until());
    }
}

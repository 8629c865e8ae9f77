package holdfast.store.records;

import holdfast.model.EngineId;
import holdfast.model.StoreTime;
import holdfast.model.Waiter;

/** A waiter as JSON, without what its {@link WaiterFrame} says. A touch leaves the JSON as it is. */
public final class WaiterJson {
    private WaiterJson() {}

    public static String write(Waiter waiter) {
        return Json.write(json -> {
            ValueJson.writeClaim(json, waiter.claim(), waiter.resource().root());
            ValueJson.writeOwner(json, "owner", waiter.owner());
            ValueJson.writeTerms(json, waiter.terms());
            ValueJson.writePriority(json, waiter.priority());
            ValueJson.writeNote(json, waiter.note());
            json.writeStringProperty("engine", waiter.engine().text());
            json.writeNumberProperty("enqueued_at", waiter.enqueuedAt().epochNanos());
        });
    }

    public static Waiter read(String text, WaiterFrame frame) {
        return Json.read(
                "waiter",
                text,
                fields ->
                        new Waiter(
                                frame.ticket(),
                                frame.turn(),
                                ValueJson.claim(fields, frame.root()),
                                ValueJson.owner(fields.object("owner")),
                                ValueJson.terms(fields),
                                ValueJson.priority(fields),
                                ValueJson.note(fields),
                                new EngineId(fields.text("engine")),
                                new StoreTime(fields.number("enqueued_at")),
                                frame.until()));
    }
}

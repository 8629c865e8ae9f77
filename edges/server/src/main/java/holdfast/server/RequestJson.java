package holdfast.server;

import holdfast.model.StoreTime;
import holdfast.model.Waiter;
import tools.jackson.core.JsonGenerator;

/** A request that waits, as JSON, with the field names of the command line. */
final class RequestJson {
    private RequestJson() {}

    /** Without its position, which depends on the others. */
    static void write(JsonGenerator json, Waiter waiter) {
        json.writeStringProperty("request_id", waiter.claim().request().text());
        json.writeStringProperty("resource", waiter.resource().text());
        Json.textIfAny(json, "original_key", waiter.resource().originalKey());
        json.writeStringProperty("mode", Json.word(waiter.mode()));
        json.writeNumberProperty("ticket", waiter.ticket().number());
        json.writeStringProperty("priority", Json.word(waiter.priority()));
        json.writeStringProperty("owner", waiter.owner().name());
        json.writeStringProperty("owner_id", waiter.owner().id().text());
        Json.map(json, "owner_facts", waiter.owner().facts());
        json.writeStringProperty("enqueued_at", Json.time(waiter.enqueuedAt()));
        json.writeStringProperty("reason", waiter.note().reason());
        Json.map(json, "metadata", waiter.note().metadata());
        json.writeStringProperty("state", "waiting");
    }

    static void placeLeft(JsonGenerator json, Waiter waiter, StoreTime now) {
        Json.seconds(json, "place_left_seconds", now.until(waiter.until()));
    }
}

package holdfast.cli;

import holdfast.model.Hold;
import holdfast.model.Waiter;
import tools.jackson.core.JsonGenerator;

/** Locks and waiting requests as JSON fields for programs. */
final class LockJson {
    private LockJson() {}

    static void write(JsonGenerator json, LockRow row) {
        write(json, row.hold());
        json.writeStringProperty("state", row.state().word());
    }

    /** Without its state, which only a time of the store tells. */
    static void write(JsonGenerator json, Hold hold) {
        json.writeStringProperty("lock_id", hold.id().text());
        json.writeStringProperty("resource", hold.resource().text());
        json.writeStringProperty("mode", Json.word(hold.mode()));
        json.writeStringProperty("priority", Json.word(hold.priority()));
        json.writeStringProperty("owner", hold.owner().name());
        json.writeStringProperty("owner_id", hold.owner().id().text());
        Json.writeMap(json, "owner_facts", hold.owner().facts());
        json.writeNumberProperty("token", hold.token().value());
        json.writeStringProperty("acquired_at", Json.time(hold.acquiredAt()));
        json.writeStringProperty("expires_at", Json.time(hold.until()));
        json.writeStringProperty("last_heartbeat", Json.time(hold.heartbeatAt()));
        json.writeStringProperty("reason", hold.note().reason());
        Json.writeMap(json, "metadata", hold.note().metadata());
    }

    static void write(JsonGenerator json, WaitRow row) {
        Waiter waiter = row.waiter();
        json.writeStringProperty("request_id", waiter.claim().request().text());
        json.writeStringProperty("resource", waiter.resource().text());
        json.writeStringProperty("mode", Json.word(waiter.mode()));
        json.writeNumberProperty("position", row.position());
        json.writeNumberProperty("ticket", waiter.ticket().number());
        json.writeStringProperty("priority", Json.word(waiter.priority()));
        json.writeStringProperty("owner", waiter.owner().name());
        json.writeStringProperty("owner_id", waiter.owner().id().text());
        Json.writeMap(json, "owner_facts", waiter.owner().facts());
        json.writeStringProperty("enqueued_at", Json.time(waiter.enqueuedAt()));
        json.writeStringProperty("reason", waiter.note().reason());
        Json.writeMap(json, "metadata", waiter.note().metadata());
    }
}

package holdfast.server;

import holdfast.engine.EngineSettings;
import holdfast.model.Hold;
import holdfast.model.Standing;
import holdfast.model.StoreTime;
import tools.jackson.core.JsonGenerator;

/** A lock as JSON, with the field names of the command line. */
final class LockJson {
    /** What people see of how a lock stands. */
    enum State {
        ACQUIRED,
        /** Granted from the queue, and not confirmed yet. */
        PENDING,
        /** Held, but its holder has not been heard of for long. */
        STALE,
        /** Its lease is over; the next request gets it. */
        EXPIRED,
        /** Kept shut after a force-unlock. */
        QUARANTINE;

        static State of(Hold hold, StoreTime now) {
            if (!hold.isLive(now)) {
                return EXPIRED;
            }
            return switch (hold.standing()) {
                case QUARANTINE -> QUARANTINE;
                case UNCONFIRMED -> PENDING;
                case CONFIRMED ->
                        hold.isStale(now, EngineSettings.DEFAULT.staleAfter()) ? STALE : ACQUIRED;
            };
        }
    }

    private LockJson() {}

    /** What a heartbeat changes, and no more: a process may have a thousand locks. */
    static void writeBeat(JsonGenerator json, Hold hold, StoreTime now) {
        json.writeStringProperty("lock_id", hold.id().text());
        json.writeStringProperty("resource", hold.resource().text());
        json.writeNumberProperty("token", hold.token().value());
        json.writeStringProperty("state", Json.word(State.of(hold, now)));
        json.writeBooleanProperty("confirmed", hold.standing() == Standing.CONFIRMED);
        json.writeStringProperty("last_heartbeat", Json.time(hold.heartbeatAt()));
        json.writeStringProperty("expires_at", Json.time(hold.until()));
        Json.seconds(json, "lease_seconds", hold.terms().lease());
        Json.seconds(json, "lease_left_seconds", now.until(hold.until()));
    }

    static void write(JsonGenerator json, Hold hold, StoreTime now) {
        json.writeStringProperty("lock_id", hold.id().text());
        json.writeStringProperty("resource", hold.resource().text());
        Json.textIfAny(json, "original_key", hold.resource().originalKey());
        json.writeStringProperty("mode", Json.word(hold.mode()));
        json.writeStringProperty("priority", Json.word(hold.priority()));
        json.writeStringProperty("owner", hold.owner().name());
        json.writeStringProperty("owner_id", hold.owner().id().text());
        Json.map(json, "owner_facts", hold.owner().facts());
        json.writeNumberProperty("token", hold.token().value());
        json.writeStringProperty("acquired_at", Json.time(hold.acquiredAt()));
        json.writeStringProperty("expires_at", Json.time(hold.until()));
        json.writeStringProperty("last_heartbeat", Json.time(hold.heartbeatAt()));
        json.writeStringProperty("reason", hold.note().reason());
        Json.map(json, "metadata", hold.note().metadata());
        json.writeStringProperty("state", Json.word(State.of(hold, now)));
        json.writeBooleanProperty("confirmed", hold.standing() == Standing.CONFIRMED);
        Json.seconds(json, "lease_seconds", hold.terms().lease());
        Json.seconds(json, "lease_left_seconds", now.until(hold.until()));
        Json.texts(
                json,
                "request_ids",
                hold.claims().stream().map(claim -> claim.request().text()).toList());
    }
}

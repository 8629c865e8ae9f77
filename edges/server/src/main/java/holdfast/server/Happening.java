package holdfast.server;

import holdfast.engine.LockEvent;
import holdfast.model.Ending;
import holdfast.model.Explanation;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.OwnerId;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Something that happened to a lock or a request.
 *
 * @param type such as {@code acquired} or {@code released}
 * @param owner its name; what else is said of it may be long, and thousands of these are kept
 * @param lock null for a request that was never granted, as is the token
 */
record Happening(
        StoreTime at,
        String type,
        Resource resource,
        String owner,
        OwnerId ownerId,
        @Nullable LockId lock,
        @Nullable Token token,
        String detail) {
    static Happening of(LockEvent event) {
        return new Happening(
                event.at(),
                Json.word(event.type()),
                event.resource(),
                event.owner().name(),
                event.owner().id(),
                event.lock(),
                event.token(),
                event.detail());
    }

    static Happening acquired(Hold hold) {
        return new Happening(
                hold.acquiredAt(),
                "acquired",
                hold.resource(),
                hold.owner().name(),
                hold.owner().id(),
                hold.id(),
                hold.token(),
                "");
    }

    static Happening ended(Hold hold, @Nullable Ending ending, StoreTime at) {
        return new Happening(
                at,
                ending == null ? "ended" : Problems.word(ending),
                hold.resource(),
                hold.owner().name(),
                hold.owner().id(),
                hold.id(),
                hold.token(),
                ending == null ? "" : Explanation.of(ending));
    }

    private boolean isBeginning() {
        return type.equals("acquired") || type.equals("quarantined");
    }

    /** The lock was held before, and still is. */
    private boolean isBetween() {
        return type.equals("claimed") || type.equals("unclaimed");
    }

    /** A change of a lock: it began, or it ended. */
    record Key(boolean begins, LockId lock) {}

    /** The same for the same change of a lock, however it was learnt of; null for what is learnt of in one way only. */
    @Nullable Key key() {
        return lock == null || isBetween() ? null : new Key(isBeginning(), lock);
    }

    void write(JsonGenerator json) {
        json.writeStringProperty("type", type);
        json.writeStringProperty("at", Json.time(at));
        json.writeStringProperty("resource", resource.text());
        Json.textIfAny(json, "original_key", resource.originalKey());
        json.writeStringProperty("owner", owner);
        json.writeStringProperty("owner_id", ownerId.text());
        if (lock != null) {
            json.writeStringProperty("lock_id", lock.text());
        }
        if (token != null) {
            json.writeNumberProperty("token", token.value());
        }
        json.writeStringProperty("detail", detail);
    }
}

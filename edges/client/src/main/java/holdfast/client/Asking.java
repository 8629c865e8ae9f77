package holdfast.client;

import holdfast.model.AcquireRequest;
import holdfast.model.Owner;
import holdfast.model.WhenHeld;
import holdfast.model.keys.Keys;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** A wish for a lock as a request. Its request id is the idempotency key. */
final class Asking {
    private Asking() {}

    static Request of(AcquireRequest request) {
        return Request.post("/v1/locks", json -> write(json, request));
    }

    private static void write(JsonGenerator json, AcquireRequest request) {
        json.writeStringProperty("request_id", request.id().text());
        json.writeStringProperty("resource", Keys.spelling(request.resource()));
        json.writeStringProperty("mode", word(request.mode()));
        write(json, request.owner());
        if (request.under() != null) {
            json.writeStringProperty("under", request.under().text());
        }
        if (request.whenHeld() instanceof WhenHeld.Wait wait) {
            Body.seconds(json, "wait_seconds", wait.atMost());
        }
        json.writeStringProperty("when_frozen", word(request.whenFrozen()));
        Body.seconds(json, "lease_seconds", request.lease());
        json.writeStringProperty("priority", word(request.priority()));
        json.writeStringProperty("reason", request.note().reason());
        Body.map(json, "metadata", request.note().metadata());
        if (request.smallestToken() != null) {
            json.writeNumberProperty("smallest_token", request.smallestToken().value());
        }
    }

    static void write(JsonGenerator json, Owner owner) {
        json.writeStringProperty("owner_id", owner.id().text());
        json.writeStringProperty("owner", owner.name());
        Body.map(json, "owner_facts", owner.facts());
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}

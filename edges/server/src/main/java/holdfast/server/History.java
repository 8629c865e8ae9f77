package holdfast.server;

import holdfast.model.Resource;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** What happened to resources before. */
public interface History {
    /** The latest entries about a resource and all that is above or below it, newest first. */
    List<Entry> of(Resource resource, int limit);

    /** How far it reaches back, in words. */
    String kept();

    /**
     * Something that happened.
     *
     * @param lockId null for a request that was never granted
     * @param details whatever else is known
     */
    record Entry(
            Instant at,
            String event,
            String resource,
            String owner,
            @Nullable String lockId,
            Map<String, String> details) {
        public Entry {
            details = Map.copyOf(details);
        }

        void write(JsonGenerator json) {
            json.writeStringProperty("at", at.truncatedTo(ChronoUnit.MILLIS).toString());
            json.writeStringProperty("type", event);
            json.writeStringProperty("resource", resource);
            json.writeStringProperty("owner", owner);
            Json.textIfAny(json, "lock_id", lockId);
            Json.map(json, "details", details);
        }
    }
}

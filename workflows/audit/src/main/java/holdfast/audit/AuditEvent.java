package holdfast.audit;

import holdfast.engine.LockEvent;
import holdfast.json.Secrets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Something that is written down.
 *
 * @param event what happened, such as {@code lock.acquired}
 * @param lockKey what people know the resource by; null if it concerns none
 * @param lockId null for what was never granted
 * @param lockedBy the owner's name
 * @param metadata whatever else is known; secrets in it are hidden here
 * @param lasted how long a hold was held or a wait waited, once it is over
 */
public record AuditEvent(
        Instant timestamp,
        Level level,
        String event,
        @Nullable String lockKey,
        @Nullable String lockId,
        @Nullable String lockedBy,
        Map<String, String> metadata,
        @Nullable Duration lasted) {
    private static final Set<String> OWN_WORDS =
            Set.of("by", "owner_id", "fence", "reason", "detail", "waited_ms");

    /** How much people should care. */
    public enum Level {
        INFO,
        WARN,
        ERROR
    }

    public AuditEvent {
        timestamp = timestamp.truncatedTo(ChronoUnit.MILLIS);
        metadata = Secrets.hidden(metadata);
    }

    /** What an engine did to a lock. */
    public static AuditEvent of(LockEvent event) {
        return new AuditEvent(
                event.at().instant(),
                levelOf(event.type()),
                "lock." + event.type().name().toLowerCase(Locale.ROOT),
                event.resource().displayName(),
                event.lock() == null ? null : event.lock().text(),
                event.owner().name(),
                metadataOf(event),
                isOver(event.type()) ? event.lasted() : null);
    }

    private static Level levelOf(LockEvent.Type type) {
        return switch (type) {
            case ACQUIRED, QUEUED, CLAIMED, UNCLAIMED, RELEASED, TRANSFERRED, CANCELLED ->
                    Level.INFO;
            case EXPIRED, FORCED, QUARANTINED, ABORTED -> Level.WARN;
        };
    }

    private static boolean isOver(LockEvent.Type type) {
        return switch (type) {
            case RELEASED, EXPIRED, FORCED, TRANSFERRED, CANCELLED, ABORTED -> true;
            case ACQUIRED, QUARANTINED, QUEUED, CLAIMED, UNCLAIMED -> false;
        };
    }

    private static Map<String, String> metadataOf(LockEvent event) {
        var metadata = new TreeMap<String, String>();
        event.note().metadata().forEach((name, text) -> metadata.put(claimed(name), text));
        // What a credential says is among these, so no note goes before them.
        event.owner().facts().forEach((name, text) -> metadata.put(claimed(name), text));
        metadata.put("owner_id", event.owner().id().text());
        if (event.token() != null) {
            metadata.put("fence", event.token().toString());
        }
        putUnlessEmpty(metadata, "reason", event.note().reason());
        putUnlessEmpty(metadata, "detail", event.detail());
        if (!isOver(event.type()) && event.lasted().isPositive()) {
            metadata.put("waited_ms", Long.toString(event.lasted().toMillis()));
        }
        return metadata;
    }

    /** A caller may say what it wants, but not in words that this trail says itself. */
    private static String claimed(String name) {
        return OWN_WORDS.contains(name) ? "claimed_" + name : name;
    }

    private static void putUnlessEmpty(Map<String, String> metadata, String name, String text) {
        if (!text.isEmpty()) {
            metadata.put(name, text);
        }
    }
}

package holdfast.notify;

import holdfast.engine.LockEvent;
import holdfast.json.JsonText;
import holdfast.json.Secrets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What others are told. Secrets in it are hidden here.
 *
 * @param event such as {@code lock.forced}
 * @param lockKey what people know the resource by
 * @param lockId null for what was never granted
 * @param lockedBy the owner's name
 * @param detail who, why; empty if there is nothing to say
 */
public record Notification(
        Instant timestamp,
        String event,
        String lockKey,
        @Nullable String lockId,
        String lockedBy,
        String detail,
        Map<String, String> metadata) {
    private static final Set<String> OWN_WORDS = Set.of("by", "reason");

    public Notification {
        if (!KnownEvents.has(event)) {
            throw new IllegalArgumentException("no webhook could ask for " + event);
        }
        timestamp = timestamp.truncatedTo(ChronoUnit.MILLIS);
        detail = Secrets.hiddenIn(detail);
        metadata = Secrets.hidden(metadata);
    }

    /** What an engine did to a lock. */
    public static Notification of(LockEvent event) {
        var metadata = new TreeMap<String, String>();
        event.note().metadata().forEach((name, text) -> metadata.put(claimed(name), text));
        // What a credential says is among these, so no note goes before them.
        event.owner().facts().forEach((name, text) -> metadata.put(claimed(name), text));
        if (!event.note().reason().isEmpty()) {
            metadata.put("reason", event.note().reason());
        }
        return new Notification(
                event.at().instant(),
                KnownEvents.of(event.type()),
                event.resource().displayName(),
                event.lock() == null ? null : event.lock().text(),
                event.owner().name(),
                event.detail(),
                metadata);
    }

    /** A caller may say what it wants, but not in words that the server says itself. */
    private static String claimed(String name) {
        return OWN_WORDS.contains(name) ? "claimed_" + name : name;
    }

    /** @param id names the message: the same in every attempt */
    String json(String id) {
        return JsonText.object(json -> {
            json.writeStringProperty("id", id);
            json.writeStringProperty("timestamp", timestamp.toString());
            json.writeStringProperty("event", event);
            json.writeStringProperty("lock_key", lockKey);
            if (lockId != null) {
                json.writeStringProperty("lock_id", lockId);
            }
            json.writeStringProperty("locked_by", lockedBy);
            json.writeStringProperty("detail", detail);
            JsonText.texts(json, "metadata", metadata);
        });
    }

    /** For people, in the form of Slack. */
    String slack() {
        String sentence =
                "*"
                        + escaped(event)
                        + "* `"
                        + escaped(lockKey).replace('`', '\'')
                        + "` held by "
                        + escaped(lockedBy)
                        + (detail.isEmpty() ? "" : " (" + escaped(detail) + ")");
        return JsonText.object(json -> json.writeStringProperty("text", sentence));
    }

    /** So that a name can neither call a channel together nor be a link. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}

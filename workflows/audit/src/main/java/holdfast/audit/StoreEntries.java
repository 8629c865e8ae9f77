package holdfast.audit;

import holdfast.json.JsonText;
import holdfast.model.AuditEntry;
import holdfast.store.AuditRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a store wrote itself, together with what was done: the only trace of what was done on it without a server. They look like lines of a
 * trail and belong to no chain. What a server did is in its trail too, and is not told twice.
 */
final class StoreEntries {
    /** Between the entry of a store and the line of a server about the same. */
    private static final Duration APART_MAX = Duration.ofSeconds(10);

    private static final String FORCE_UNLOCK = "force-unlock";

    private StoreEntries() {}

    /** Those of which none of the lines tells, as lines. */
    static Stream<String> beside(List<AuditQuery.Found> lines, List<AuditRecord> records) {
        return records.stream()
                .filter(record -> !isPartOfALock(record.entry()))
                .filter(record -> lines.stream().noneMatch(line -> tellsOf(line, record)))
                .map(StoreEntries::line);
    }

    /** A lock on everything is kept by a freeze, which is placed again at every heartbeat. */
    private static boolean isPartOfALock(AuditEntry entry) {
        return entry.details().containsKey("prolonged");
    }

    private static boolean tellsOf(AuditQuery.Found line, AuditRecord record) {
        AuditEntry entry = record.entry();
        if (!line.json().text("event").equals(event(entry))) {
            return false;
        }
        if (entry.action().equals(FORCE_UNLOCK)) {
            return line.json().optionalText("lock_id").equals(lockId(entry));
        }
        return line.json().optionalText("lock_key").equals(Optional.of(key(entry)))
                && entry.by().equals(line.json().texts("metadata").get("by"))
                && Duration.between(record.at().instant(), line.timestamp())
                                .abs()
                                .compareTo(APART_MAX)
                        <= 0;
    }

    private static String line(AuditRecord record) {
        AuditEntry entry = record.entry();
        Instant at = record.at().instant();
        Map<String, String> metadata = new HashMap<>(entry.details());
        @Nullable String lock = metadata.remove("lock_id");
        @Nullable String owner = metadata.remove("owner");
        metadata.put("by", entry.by());
        metadata.put("reason", entry.reason());
        return JsonText.object(json -> {
            json.writeStringProperty("timestamp", at.toString());
            json.writeStringProperty("level", AuditEvent.Level.WARN.name());
            json.writeStringProperty("event", event(entry));
            json.writeStringProperty("lock_key", key(entry));
            if (lock != null) {
                json.writeStringProperty("lock_id", lock);
            }
            if (owner != null) {
                json.writeStringProperty("locked_by", owner);
            }
            JsonText.texts(json, "metadata", metadata);
        });
    }

    private static Optional<String> lockId(AuditEntry entry) {
        return Optional.ofNullable(entry.details().get("lock_id"));
    }

    private static String key(AuditEntry entry) {
        return Objects.requireNonNullElse(
                entry.details().get("prefix"), entry.resource().displayName());
    }

    private static String event(AuditEntry entry) {
        return switch (entry.action()) {
            case FORCE_UNLOCK -> "lock.forced";
            case "freeze" -> "freeze.placed";
            case "thaw" -> "freeze.lifted";
            default -> entry.action();
        };
    }
}

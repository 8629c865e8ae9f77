package holdfast.server;

import holdfast.audit.AuditQuery;
import holdfast.json.JsonObject;
import holdfast.model.InvalidRequestException;
import holdfast.model.Resource;
import holdfast.model.keys.Keys;
import holdfast.store.DocumentStore;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the trails of all servers on the store tell, which outlives them, and what this server remembers of the last moments, which is not
 * copied there yet.
 */
final class TrailHistory implements History {
    private static final String LOCK = "lock";
    private static final Map<String, String> DETAILS =
            Map.of(
                    "owner_id",
                    "owner_id",
                    "fence",
                    "token",
                    "detail",
                    "detail",
                    "reason",
                    "reason");

    private final DocumentStore documents;
    private final History recent;

    TrailHistory(DocumentStore documents, History recent) {
        this.documents = documents;
        this.recent = recent;
    }

    /** The same for the same happening, whoever tells of it. */
    private record Key(long millis, String event, Optional<String> lock, String owner) {
        static Key of(Entry entry) {
            return new Key(
                    entry.at().toEpochMilli(),
                    entry.event(),
                    Optional.ofNullable(entry.lockId()),
                    entry.owner());
        }
    }

    @Override
    public List<Entry> of(Resource resource, int limit) {
        var all = new LinkedHashMap<Key, Entry>();
        Stream.concat(recent.of(resource, limit).stream(), kept(resource, limit))
                .forEach(entry -> all.putIfAbsent(Key.of(entry), entry));
        return all.values().stream()
                .sorted(Comparator.comparing(Entry::at).reversed())
                .limit(limit)
                .toList();
    }

    private Stream<Entry> kept(Resource resource, int limit) {
        return new AuditQuery(null, LOCK, null, null, null, limit)
                .in(documents, line -> of(line).filter(resource::overlaps).isPresent()).stream()
                        .flatMap(found -> entry(found).stream());
    }

    private static Optional<Resource> of(AuditQuery.Found line) {
        try {
            return line.json().optionalText("lock_key").map(Keys::parse);
        } catch (InvalidRequestException e) {
            return Optional.empty();
        }
    }

    private static Optional<Entry> entry(AuditQuery.Found line) {
        JsonObject json = line.json();
        var details = new HashMap<String, String>();
        json.texts("metadata")
                .forEach((name, text) -> {
                    String shown = DETAILS.get(name);
                    if (shown != null) {
                        details.put(shown, text);
                    }
                });
        return of(line).map(resource ->
                new Entry(
                        line.timestamp(),
                        json.text("event").substring(LOCK.length() + 1),
                        resource.text(),
                        json.optionalText("locked_by").orElse(""),
                        json.optionalText("lock_id").orElse(null),
                        details));
    }

    @Override
    public String kept() {
        return "what the audit trails in the store keep of all servers, the latest "
                + AuditQuery.LINES_LOOKED_AT
                + " lines of each";
    }
}

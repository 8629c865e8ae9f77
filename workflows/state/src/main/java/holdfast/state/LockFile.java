package holdfast.state;

import holdfast.model.Hold;
import holdfast.model.Resource;
import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.PutResult;
import holdfast.store.StoreException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code state.json.lock}: shows people who holds a state, and under {@code others} who else holds a part of it. Nothing is
 * decided by it.
 */
final class LockFile {
    private static final Logger LOG = LoggerFactory.getLogger(LockFile.class);
    private static final String OTHERS = "others";
    private static final int ATTEMPTS_MAX = 20;

    private final DocumentStore documents;

    LockFile(DocumentStore documents) {
        this.documents = documents;
    }

    static DocumentKey key(StateName name) {
        return name.key("state.json.lock");
    }

    void show(StateName name, Hold hold) {
        change(
                name,
                entries -> {
                    var next = new ArrayList<>(entries);
                    next.removeIf(entry -> isOver(entry, hold));
                    next.add(entry(hold));
                    return next;
                });
    }

    /** If others are shown, they stay. */
    void hide(StateName name, Hold hold) {
        change(name, entries -> entries.stream().filter(entry -> !shows(entry, hold)).toList());
    }

    private static Map<String, @Nullable Object> entry(Hold hold) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("locked", true);
        json.put("lock_id", hold.id().text());
        json.put("locked_by", hold.owner().name());
        json.put("locked_at", hold.acquiredAt().instant().toString());
        json.put("expires_at", hold.until().instant().toString());
        json.put("resource", hold.resource().text());
        json.put("reason", hold.note().reason());
        json.put("token", JsonNumber.of(hold.token().value()));
        return json;
    }

    private static boolean shows(Map<String, @Nullable Object> entry, Hold hold) {
        return hold.id().text().equals(entry.get("lock_id"));
    }

    /** What this hold excludes is over, and what was to end before it began; and what nobody can read tells nobody anything. */
    private static boolean isOver(Map<String, @Nullable Object> entry, Hold hold) {
        var fields = new Fields(entry);
        try {
            return shows(entry, hold)
                    || Resource.parse(fields.text("resource")).overlaps(hold.resource())
                    || !Instant.parse(fields.text("expires_at"))
                            .isAfter(hold.acquiredAt().instant());
        } catch (IllegalArgumentException | DateTimeException e) {
            return true;
        }
    }

    private void change(
            StateName name, UnaryOperator<List<Map<String, @Nullable Object>>> changing) {
        try {
            for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
                Optional<Document> there = documents.get(key(name));
                if (write(
                        name, there, changing.apply(there.map(LockFile::read).orElse(List.of())))) {
                    return;
                }
            }
        } catch (StoreException e) {
            LOG.warn("'{}' could not be written", key(name), e);
        }
    }

    /** Returns false if another was faster. */
    private boolean write(
            StateName name, Optional<Document> there, List<Map<String, @Nullable Object>> entries) {
        if (entries.isEmpty()) {
            return there.isEmpty()
                    || documents.delete(key(name), there.get().version())
                            instanceof PutResult.Stored;
        }
        var json = new LinkedHashMap<>(entries.getFirst());
        if (entries.size() > 1) {
            json.put(OTHERS, entries.subList(1, entries.size()));
        }
        return documents.put(
                        key(name), there.map(Document::version).orElse(null), JsonTree.pretty(json))
                instanceof PutResult.Stored;
    }

    private static List<Map<String, @Nullable Object>> read(Document document) {
        var entries = new ArrayList<Map<String, @Nullable Object>>();
        try {
            Map<String, @Nullable Object> json = JsonTree.object(document.body());
            var first = new LinkedHashMap<>(json);
            first.remove(OTHERS);
            entries.add(first);
            if (json.get(OTHERS) instanceof List<?> others) {
                others.forEach(other -> entries.add(Fields.asObject(OTHERS, other)));
            }
        } catch (IllegalArgumentException notOurs) {
            LOG.warn("'{}' cannot be read", document.key(), notOurs);
        }
        return entries;
    }
}

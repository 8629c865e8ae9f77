package holdfast.state;

import holdfast.model.Hold;
import holdfast.model.StoreTime;
import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code state.json.lock}: shows people who holds a state, and under {@code others} who else holds a part of it. It is no more than
 * what the locks' store said at {@code as_of}; nothing is decided by it.
 */
final class LockFile {
    private static final String OTHERS = "others";
    private static final String AS_OF = "as_of";
    private static final String EXPIRES_AT = "expires_at";

    private final DocumentStore documents;

    LockFile(DocumentStore documents) {
        this.documents = documents;
    }

    static DocumentKey key(StateName name) {
        return name.key("state.json.lock");
    }

    /** What came of it. */
    enum Shown {
        AS_IT_WAS,
        /** Or somebody else changed it: what it should say may be another by now. */
        CHANGED,
        NO_STATE
    }

    /** @param live the holds of the state's root that are live at this time */
    Shown show(StateName name, List<Hold> live, StoreTime now) {
        Optional<Document> there = documents.get(key(name));
        if (live.isEmpty()) {
            there.ifPresent(old -> documents.delete(old.key(), old.version()));
            return there.isEmpty() ? Shown.AS_IT_WAS : Shown.CHANGED;
        }
        List<Hold> holds = live.stream().sorted(Comparator.comparing(Hold::token)).toList();
        if (there.isPresent() && says(there.get(), holds, now)) {
            return Shown.AS_IT_WAS;
        }
        if (there.isEmpty() && documents.get(Pointers.key(name)).isEmpty()) {
            return Shown.NO_STATE;
        }
        documents.put(
                key(name),
                there.map(Document::version).orElse(null),
                JsonTree.pretty(json(holds, now)));
        return Shown.CHANGED;
    }

    private static Map<String, @Nullable Object> json(List<Hold> holds, StoreTime now) {
        Map<String, @Nullable Object> json = entry(holds.getFirst());
        json.put(AS_OF, now.instant().toString());
        if (holds.size() > 1) {
            json.put(
                    OTHERS,
                    new ArrayList<@Nullable Object>(
                            holds.subList(1, holds.size()).stream().map(LockFile::entry).toList()));
        }
        return json;
    }

    private static Map<String, @Nullable Object> entry(Hold hold) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("locked", true);
        json.put("lock_id", hold.id().text());
        json.put("locked_by", hold.owner().name());
        json.put("locked_at", hold.acquiredAt().instant().toString());
        json.put(EXPIRES_AT, hold.until().instant().toString());
        json.put("resource", hold.resource().text());
        json.put("mode", hold.mode().name().toLowerCase(java.util.Locale.ROOT));
        json.put("reason", hold.note().reason());
        json.put("token", JsonNumber.of(hold.token().value()));
        return json;
    }

    /** Whether people read in it who holds the state now, and an end that is not over half of the time that is left. */
    private static boolean says(Document document, List<Hold> holds, StoreTime now) {
        try {
            List<Map<String, @Nullable Object>> shown = entries(document);
            if (shown.size() != holds.size()) {
                return false;
            }
            for (int i = 0; i < shown.size(); i++) {
                if (!says(shown.get(i), holds.get(i), now)) {
                    return false;
                }
            }
            return true;
        } catch (IllegalArgumentException | DateTimeException notOurs) {
            return false;
        }
    }

    private static boolean says(Map<String, @Nullable Object> shown, Hold hold, StoreTime now) {
        Map<String, @Nullable Object> entry = entry(hold);
        entry.remove(EXPIRES_AT);
        var rest = new LinkedHashMap<>(shown);
        rest.remove(EXPIRES_AT);
        return rest.equals(entry) && isSoon(new Fields(shown).text(EXPIRES_AT), hold, now);
    }

    private static boolean isSoon(String shownEnd, Hold hold, StoreTime now) {
        Duration shown = Duration.between(now.instant(), Instant.parse(shownEnd));
        Duration left = now.until(hold.until());
        return shown.compareTo(left) <= 0 && shown.multipliedBy(2).compareTo(left) >= 0;
    }

    private static List<Map<String, @Nullable Object>> entries(Document document) {
        var first = new LinkedHashMap<>(JsonTree.object(document.body()));
        Object others = first.remove(OTHERS);
        first.remove(AS_OF);
        var entries = new ArrayList<Map<String, @Nullable Object>>();
        entries.add(first);
        if (others instanceof List<?> rest) {
            rest.forEach(other -> entries.add(Fields.asObject(OTHERS, other)));
        }
        return entries;
    }
}

package holdfast.state;

import holdfast.model.Hold;
import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.StoreException;
import java.util.LinkedHashMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code state.json.lock}: shows people who holds a state. Nothing is decided by it. */
final class LockFile {
    private static final Logger LOG = LoggerFactory.getLogger(LockFile.class);

    private final DocumentStore documents;

    LockFile(DocumentStore documents) {
        this.documents = documents;
    }

    static DocumentKey key(StateName name) {
        return name.key("state.json.lock");
    }

    void show(StateName name, Hold hold) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("locked", true);
        json.put("lock_id", hold.id().text());
        json.put("locked_by", hold.owner().name());
        json.put("locked_at", hold.acquiredAt().instant().toString());
        json.put("expires_at", hold.until().instant().toString());
        json.put("resource", hold.resource().text());
        json.put("reason", hold.note().reason());
        json.put("token", JsonNumber.of(hold.token().value()));
        try {
            Optional<Document> there = documents.get(key(name));
            documents.put(
                    key(name), there.map(Document::version).orElse(null), JsonTree.pretty(json));
        } catch (StoreException e) {
            LOG.warn("'{}' could not be written", key(name), e);
        }
    }

    /** Removes it if it still shows this lock. */
    void hide(StateName name, Hold hold) {
        try {
            Optional<Document> there = documents.get(key(name));
            if (there.isPresent() && shows(there.get(), hold)) {
                documents.delete(key(name), there.get().version());
            }
        } catch (StoreException e) {
            LOG.warn("'{}' could not be removed", key(name), e);
        }
    }

    private static boolean shows(Document document, Hold hold) {
        try {
            return hold.id().text().equals(JsonTree.object(document.body()).get("lock_id"));
        } catch (IllegalArgumentException notOurs) {
            return false;
        }
    }
}

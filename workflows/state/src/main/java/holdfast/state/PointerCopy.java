package holdfast.state;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.PutResult;
import holdfast.store.StoreException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code records/pointer.json}: what the pointer said when a version became the current one, or the state was removed. It is written
 * after the pointer and read only when that is damaged or lost: then it tells the version that was current from a save that died
 * before its pointer. It may lag after a crash; it never leads and never goes back.
 */
final class PointerCopy {
    private static final Logger LOG = LoggerFactory.getLogger(PointerCopy.class);
    private static final int ATTEMPTS_MAX = 20;

    private final DocumentStore documents;

    PointerCopy(DocumentStore documents) {
        this.documents = documents;
    }

    static DocumentKey key(StateName name) {
        return name.key("records/pointer.json");
    }

    /** Never fails: what it follows is done. */
    void follow(StateName name, Pointer pointer) {
        try {
            for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
                Optional<Document> there = documents.get(key(name));
                if (there.flatMap(PointerCopy::parsed).filter(pointer::isNotAfter).isPresent()) {
                    return;
                }
                if (documents.put(
                                key(name),
                                there.map(Document::version).orElse(null),
                                pointer.toJson(name))
                        instanceof PutResult.Stored) {
                    return;
                }
            }
        } catch (StoreException e) {
            LOG.warn("'{}' could not be brought up to date", key(name), e);
        }
    }

    /** Empty also if it cannot be read. */
    Optional<Pointer> read(StateName name) {
        return documents.get(key(name)).flatMap(PointerCopy::parsed);
    }

    private static Optional<Pointer> parsed(Document document) {
        try {
            return Optional.of(Pointer.fromJson(document.body()));
        } catch (IllegalArgumentException | java.time.DateTimeException e) {
            return Optional.empty();
        }
    }
}

package holdfast.state;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.PutResult;
import java.util.Optional;
import java.util.function.Supplier;
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

    /**
     * Brings it to this pointer, or leaves it if that is no longer the one: then its own writer does it. No clock and no number
     * decides that, since both may have gone back. Never fails: what it follows is done.
     *
     * @param before what the pointer replaced
     * @param now reads the pointer
     */
    void follow(StateName name, Pointer before, Pointer pointer, Supplier<Pointer> now) {
        try {
            for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
                Optional<Document> there = documents.get(key(name));
                // Read after the copy: if the pointer moves on from here, the write below is
                // refused, or the next writer's comes after it.
                if (!there.map(found -> isOf(name, before, found)).orElse(true)
                        && !now.get().tellsTheSameAs(pointer)) {
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
        } catch (RuntimeException e) {
            LOG.warn("'{}' could not be brought up to date", key(name), e);
        }
    }

    /** Brings it to the pointer that was just read, if its own writer did not come to that. Never fails. */
    void catchUp(StateName name, Pointer pointer, Supplier<Pointer> now) {
        try {
            boolean isThere =
                    documents
                            .get(key(name))
                            .map(found -> isOf(name, pointer, found))
                            .orElseGet(() -> Pointer.NEW.tellsTheSameAs(pointer));
            if (!isThere) {
                follow(name, pointer, pointer, now);
            }
        } catch (RuntimeException e) {
            LOG.warn("'{}' could not be compared with the pointer", key(name), e);
        }
    }

    private static boolean isOf(StateName name, Pointer pointer, Document copy) {
        return parsed(name, copy).filter(pointer::tellsTheSameAs).isPresent();
    }

    /** Empty also if it cannot be read. */
    Optional<Pointer> read(StateName name) {
        return documents.get(key(name)).flatMap(found -> parsed(name, found));
    }

    private static Optional<Pointer> parsed(StateName name, Document document) {
        try {
            return Optional.of(Pointer.fromJson(name, document.body()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}

package holdfast.state;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.PutResult;
import holdfast.store.StoreException;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code state.json}: the current version of a stack's state where people and programs expect it. It follows the pointer, and may
 * lag after a crash; it never leads.
 */
final class CurrentCopy {
    private static final Logger LOG = LoggerFactory.getLogger(CurrentCopy.class);
    private static final String FILE = "state.json";
    private static final int ATTEMPTS_MAX = 20;

    private final DocumentStore documents;
    private final KeyRing keys;

    CurrentCopy(DocumentStore documents, KeyRing keys) {
        this.documents = documents;
        this.keys = keys;
    }

    static DocumentKey key(StateName name) {
        return name.key(FILE);
    }

    /** Empty if there is none. */
    Optional<byte[]> read(StateName name) {
        return documents.get(key(name)).map(found -> keys.open(key(name).text(), found.body()));
    }

    /**
     * Brings it to this version, or leaves it if that is no longer the current one: then its own writer does it. A failure is not
     * one of the save, which is done.
     *
     * @param body null to remove it
     */
    void follow(
            StateName name,
            @Nullable StateVersion version,
            byte @Nullable [] body,
            Supplier<@Nullable StateVersion> current) {
        try {
            for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
                Optional<Document> there = documents.get(key(name));
                // Read after the copy: if the pointer moves on from here, the write below is
                // refused.
                if (!isSame(version, current.get()) || write(name, there, body)) {
                    return;
                }
            }
        } catch (StoreException e) {
            LOG.warn("'{}' is saved, but {} could not be brought up to date", name, key(name), e);
        }
    }

    private boolean write(StateName name, Optional<Document> there, byte @Nullable [] body) {
        DocumentKey key = key(name);
        if (body == null) {
            return there.isEmpty()
                    || documents.delete(key, there.get().version()) instanceof PutResult.Stored;
        }
        byte[] sealed = keys.seal(key.text(), body);
        return documents.put(key, there.map(Document::version).orElse(null), sealed)
                instanceof PutResult.Stored;
    }

    private static boolean isSame(@Nullable StateVersion one, @Nullable StateVersion other) {
        return one == null ? other == null : other != null && one.id().equals(other.id());
    }
}

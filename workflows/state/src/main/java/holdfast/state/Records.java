package holdfast.state;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.PutResult;
import holdfast.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is known of each version, one document each, beside its body. */
final class Records {
    private static final int PAGE = 500;
    private static final String EXTENSION = ".json";

    private final DocumentStore documents;

    Records(DocumentStore documents) {
        this.documents = documents;
    }

    private static DocumentKey key(Shelf shelf, StateName name, String id) {
        return new DocumentKey(shelf.recordsFolder(name) + id + EXTENSION);
    }

    /** Writes it over what an earlier attempt of the same writer left; nobody else knows the id yet. */
    void put(Shelf shelf, StateName name, StateVersion version) {
        DocumentKey key = key(shelf, name, version.id());
        byte[] body = JsonTree.pretty(version.toJson());
        Optional<Document> there = documents.get(key);
        PutResult result = documents.put(key, there.map(Document::version).orElse(null), body);
        if (result instanceof PutResult.Conflict) {
            throw new StoreException.Corrupted("'" + key + "' is written by somebody else", null);
        }
    }

    Optional<StateVersion> get(Shelf shelf, StateName name, String id) {
        return documents.get(key(shelf, name, id)).map(Records::parse);
    }

    /** Empty also if it is damaged. */
    Optional<StateVersion> readable(Shelf shelf, StateName name, String id) {
        try {
            return get(shelf, name, id);
        } catch (StoreException.Corrupted e) {
            return Optional.empty();
        }
    }

    private static StateVersion parse(Document document) {
        try {
            return StateVersion.fromJson(JsonTree.object(document.body()));
        } catch (IllegalArgumentException | java.time.DateTimeException e) {
            throw new StoreException.Corrupted(
                    "'" + document.key() + "' cannot be read: " + e.getMessage(), e);
        }
    }

    void remove(Shelf shelf, StateName name, String id) {
        DocumentKey key = key(shelf, name, id);
        documents.get(key).ifPresent(found -> documents.delete(key, found.version()));
    }

    /** The ids on a shelf, oldest first. */
    List<String> ids(Shelf shelf, StateName name) {
        String folder = shelf.recordsFolder(name);
        var ids = new ArrayList<String>();
        @Nullable DocumentKey last = null;
        List<DocumentKey> page;
        do {
            page = documents.list(folder, last, PAGE);
            for (DocumentKey key : page) {
                String file = key.text().substring(folder.length());
                if (file.endsWith(EXTENSION)) {
                    ids.add(file.substring(0, file.length() - EXTENSION.length()));
                }
                last = key;
            }
        } while (page.size() == PAGE);
        return ids;
    }

    /** The version and those before it, newest first, as far as they are still there. */
    List<StateVersion> chain(StateName name, @Nullable StateVersion newest, int limit) {
        var chain = new ArrayList<StateVersion>();
        Optional<StateVersion> next = Optional.ofNullable(newest);
        while (next.isPresent() && chain.size() < limit) {
            StateVersion version = next.get();
            chain.add(version);
            String previous = version.previous();
            next = previous == null ? Optional.empty() : get(Shelf.HISTORY, name, previous);
        }
        return chain;
    }
}

package holdfast.store.testkit;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import holdfast.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Documents that count how often they are asked for, and can be away. */
public final class WatchedDocuments implements DocumentStore {
    private final AtomicInteger gets = new AtomicInteger();
    private final DocumentStore documents;
    private volatile boolean away;

    public WatchedDocuments(DocumentStore documents) {
        this.documents = documents;
    }

    public int gets() {
        return gets.get();
    }

    public void goAway() {
        away = true;
    }

    public void comeBack() {
        away = false;
    }

    private DocumentStore there() {
        if (away) {
            throw new StoreException.Unavailable("away", null);
        }
        return documents;
    }

    @Override
    public Optional<Document> get(DocumentKey key) {
        gets.incrementAndGet();
        return there().get(key);
    }

    @Override
    public PutResult put(DocumentKey key, @Nullable DocumentVersion expected, byte[] body) {
        return there().put(key, expected, body);
    }

    @Override
    public PutResult delete(DocumentKey key, DocumentVersion expected) {
        return there().delete(key, expected);
    }

    @Override
    public List<DocumentKey> list(String prefix, @Nullable DocumentKey after, int limit) {
        return there().list(prefix, after, limit);
    }

    @Override
    public void close() {
        documents.close();
    }
}

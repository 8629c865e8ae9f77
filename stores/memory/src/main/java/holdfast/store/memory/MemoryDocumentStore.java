package holdfast.store.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Keeps documents in the memory of one process. One monitor guards all of it. */
public final class MemoryDocumentStore implements DocumentStore {
    /** The order of the texts is that of their UTF-8 bytes, since keys are ASCII. */
    @GuardedBy("this")
    private final TreeMap<String, Document> documents = new TreeMap<>();

    /** Counts over all keys, so that a version never comes back. */
    @GuardedBy("this")
    private long lastVersion;

    @Override
    public synchronized Optional<Document> get(DocumentKey key) {
        return Optional.ofNullable(documents.get(key.text())).map(MemoryDocumentStore::copy);
    }

    @Override
    public synchronized PutResult put(
            DocumentKey key, @Nullable DocumentVersion expected, byte[] body) {
        DocumentStore.requireFit(key, body);
        DocumentVersion current = currentVersion(key);
        if (current == null ? expected != null : !current.equals(expected)) {
            return new PutResult.Conflict(current);
        }
        lastVersion++;
        var version = new DocumentVersion(Long.toString(lastVersion));
        documents.put(key.text(), copy(new Document(key, version, body)));
        return new PutResult.Stored(version);
    }

    @Override
    public synchronized PutResult delete(DocumentKey key, DocumentVersion expected) {
        DocumentVersion current = currentVersion(key);
        if (!expected.equals(current)) {
            return new PutResult.Conflict(current);
        }
        documents.remove(key.text());
        return new PutResult.Stored(expected);
    }

    @GuardedBy("this")
    private @Nullable DocumentVersion currentVersion(DocumentKey key) {
        Document document = documents.get(key.text());
        return document == null ? null : document.version();
    }

    @Override
    public synchronized List<DocumentKey> list(
            String prefix, @Nullable DocumentKey after, int limit) {
        var rest =
                after == null || after.text().compareTo(prefix) < 0
                        ? documents.tailMap(prefix, true)
                        : documents.tailMap(after.text(), false);
        return rest.values().stream()
                .map(Document::key)
                .takeWhile(key -> key.text().startsWith(prefix))
                .limit(limit)
                .toList();
    }

    private static Document copy(Document document) {
        return new Document(document.key(), document.version(), document.body().clone());
    }

    /** Nothing to give back: what was stored goes with the process. */
    @Override
    public void close() {}
}

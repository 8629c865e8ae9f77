package holdfast.server;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import holdfast.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Documents as a server sees them that something befalls. */
record Documents(DocumentStore real, Fault fault) implements DocumentStore {
    /** What befalls it. */
    enum Fault {
        /** It dies after it did what it was asked for, before anybody hears of it. */
        NO_ANSWERS,
        /** It dies before it does anything but say what it is about to do. */
        AFTER_A_NOTE,
        /** It cannot reach them. */
        AWAY
    }

    @Override
    public Optional<Document> get(DocumentKey key) {
        requireHere();
        return real.get(key);
    }

    @Override
    public PutResult put(DocumentKey key, @Nullable DocumentVersion expected, byte[] body) {
        requireHere();
        if (!key.text().startsWith(SharedAnswers.FOLDER)) {
            return real.put(key, expected, body);
        }
        boolean isAnswer = new String(body, StandardCharsets.UTF_8).contains("\"status\":");
        if (fault == Fault.NO_ANSWERS && isAnswer) {
            throw new StoreException.Unavailable("died", null);
        }
        PutResult result = real.put(key, expected, body);
        if (fault == Fault.AFTER_A_NOTE && !isAnswer) {
            throw new IllegalArgumentException("died");
        }
        return result;
    }

    @Override
    public PutResult delete(DocumentKey key, DocumentVersion expected) {
        requireHere();
        return real.delete(key, expected);
    }

    @Override
    public List<DocumentKey> list(String prefix, @Nullable DocumentKey after, int limit) {
        requireHere();
        return real.list(prefix, after, limit);
    }

    private void requireHere() {
        if (fault == Fault.AWAY) {
            throw new StoreException.Unavailable("the documents are away", null);
        }
    }

    @Override
    public void close() {}
}

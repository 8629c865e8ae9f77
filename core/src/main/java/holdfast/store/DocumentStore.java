package holdfast.store;

import holdfast.model.InvalidRequestException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Small documents under text keys: states, history, registries. Each write names the version it replaces, so no write is ever
 * lost unseen. Safe for use by many threads.
 *
 * <p>Every method may throw a {@link StoreException}; {@code put} and {@code delete} may throw
 * {@link StoreException.OutcomeUnknown}.
 */
public interface DocumentStore extends AutoCloseable {
    /** The largest body that {@code put} takes. */
    int BODY_BYTES_MAX = 16 * 1024 * 1024;

    /** For stores: refuses a body that is too large, before anything is written. */
    static void requireFit(DocumentKey key, byte[] body) {
        if (body.length > BODY_BYTES_MAX) {
            throw new InvalidRequestException(
                    "the body of '"
                            + key
                            + "' has "
                            + body.length
                            + " bytes, the limit is "
                            + BODY_BYTES_MAX);
        }
    }

    /** The document as it is now. Sees every write that returned before this call began. */
    Optional<Document> get(DocumentKey key);

    /**
     * Writes the body if the document still has the expected version, or, when {@code expected} is null, if there is no
     * document. Every stored version is new: a key that is deleted and written again never repeats a version.
     */
    PutResult put(DocumentKey key, @Nullable DocumentVersion expected, byte[] body);

    /** Removes the document if it still has this version. Answers {@code Stored} with the version that was removed. */
    PutResult delete(DocumentKey key, DocumentVersion expected);

    /** Keys that begin with the prefix, in the order of their UTF-8 bytes, after the given one or from the start. */
    List<DocumentKey> list(String prefix, @Nullable DocumentKey after, int limit);

    @Override
    void close();
}

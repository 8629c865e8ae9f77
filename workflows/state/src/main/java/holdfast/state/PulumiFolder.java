package holdfast.state;

import holdfast.model.InvalidRequestException;
import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.PutResult;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * The {@code pulumi/} folder of a stack's state. It is Pulumi's own: Pulumi logs in to it as to any folder or bucket, and writes
 * there while it runs under the stack's lock. Holdfast puts there what an import brings, and never changes what is there.
 */
final class PulumiFolder {
    private static final String FOLDER = "pulumi/";

    private final DocumentStore documents;

    PulumiFolder(DocumentStore documents) {
        this.documents = documents;
    }

    /**
     * Puts files there, by their paths from {@code .pulumi} on, as they are.
     *
     * @throws InvalidRequestException if something else is there already; then nothing of it was changed
     */
    void put(StateName name, Map<String, byte[]> files) {
        files.forEach((path, body) -> {
            if (body.length > DocumentStore.BODY_BYTES_MAX) {
                throw new InvalidRequestException(
                        "'"
                                + path
                                + "' has "
                                + body.length
                                + " bytes: copy it by Pulumi's own means");
            }
            isThere(name, path, body);
        });
        files.forEach((path, body) -> {
            DocumentKey key = name.key(FOLDER + path);
            if (!isThere(name, path, body)
                    && documents.put(key, null, body) instanceof PutResult.Conflict) {
                throw other(key);
            }
        });
    }

    private boolean isThere(StateName name, String path, byte[] body) {
        DocumentKey key = name.key(FOLDER + path);
        Optional<Document> there = documents.get(key);
        if (there.isPresent() && !Arrays.equals(there.get().body(), body)) {
            throw other(key);
        }
        return there.isPresent();
    }

    private static InvalidRequestException other(DocumentKey key) {
        return new InvalidRequestException(
                "'" + key + "' is there already and is another: Pulumi may work there");
    }
}

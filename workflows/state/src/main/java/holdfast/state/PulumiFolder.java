package holdfast.state;

import holdfast.model.InvalidRequestException;
import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.PutResult;
import java.io.IOException;
import java.util.Optional;

/**
 * The {@code pulumi/} folder of a stack's state. It is Pulumi's own: Pulumi logs in to it as to any folder or bucket, and writes
 * there while it runs under the stack's lock. Holdfast puts there what an import brings, and never changes what is there.
 */
final class PulumiFolder {
    private static final String FOLDER = "pulumi/";
    private static final String TOP = ".pulumi/";

    private final DocumentStore documents;

    PulumiFolder(DocumentStore documents) {
        this.documents = documents;
    }

    /**
     * Puts files there, as they are.
     *
     * @throws InvalidRequestException if something else is there already; then nothing of it was changed
     */
    void put(StateName name, PulumiFiles files) throws IOException {
        files.announced()
                .forEach((path, file) -> {
                    if (!path.startsWith(TOP)) {
                        throw new InvalidRequestException("'" + path + "' does not lie in " + TOP);
                    }
                    if (file.size() > DocumentStore.BODY_BYTES_MAX) {
                        throw new InvalidRequestException(
                                "'"
                                        + path
                                        + "' has "
                                        + file.size()
                                        + " bytes: copy it by Pulumi's own means");
                    }
                    isThere(name.key(FOLDER + path), file);
                });
        files.each((path, body) -> {
            DocumentKey key = name.key(FOLDER + path);
            if (!isThere(key, PulumiFiles.Announced.of(body))
                    && documents.put(key, null, body) instanceof PutResult.Conflict) {
                throw other(key);
            }
        });
    }

    private boolean isThere(DocumentKey key, PulumiFiles.Announced file) {
        Optional<Document> there = documents.get(key);
        if (there.isPresent() && !PulumiFiles.Announced.of(there.get().body()).equals(file)) {
            throw other(key);
        }
        return there.isPresent();
    }

    private static InvalidRequestException other(DocumentKey key) {
        return new InvalidRequestException(
                "'" + key + "' is there already and is another: Pulumi may work there");
    }
}

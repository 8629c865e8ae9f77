package holdfast.state;

import holdfast.model.InvalidRequestException;
import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.PutResult;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The {@code pulumi/} folder of a stack's state. It is Pulumi's own: Pulumi logs in to it as to any folder or bucket, and writes
 * there while it runs under the stack's lock. Holdfast puts there what an import brings, and never changes what is there.
 */
final class PulumiFolder {
    private static final String FOLDER = "pulumi/";
    private static final String TOP = ".pulumi/";
    private static final int LISTED_AT_ONCE = 1_000;

    /** Not for each, or whoever sends them could take its time for each. */
    private static final int PUT_BETWEEN_SIGNS = 100;

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
        var wanted = new HashMap<DocumentKey, PulumiFiles.Announced>();
        files.announced().forEach((path, file) -> wanted.put(place(name, path, file), file));
        Set<DocumentKey> there = wanted.isEmpty() ? Set.of() : there(name, wanted.keySet(), files);
        for (DocumentKey key : there) {
            requireSame(key, Objects.requireNonNull(wanted.get(key)));
            files.progress();
        }
        var count = new AtomicInteger();
        files.each((path, body) -> {
            DocumentKey key = name.key(FOLDER + path);
            if (!there.contains(key)
                    && documents.put(key, null, body) instanceof PutResult.Conflict) {
                requireSame(key, PulumiFiles.Announced.of(body));
            }
            if (count.incrementAndGet() % PUT_BETWEEN_SIGNS == 0) {
                files.progress();
            }
        });
    }

    private static DocumentKey place(StateName name, String path, PulumiFiles.Announced file) {
        if (!path.startsWith(TOP)) {
            throw new InvalidRequestException("'" + path + "' does not lie in " + TOP);
        }
        if (file.size() > DocumentStore.BODY_BYTES_MAX) {
            throw new InvalidRequestException(
                    "'" + path + "' has " + file.size() + " bytes: copy it by Pulumi's own means");
        }
        return name.key(FOLDER + path);
    }

    /** Which of them are there, by a list: to ask for each would take as long as to put it. */
    private Set<DocumentKey> there(StateName name, Set<DocumentKey> wanted, PulumiFiles files) {
        var there = new HashSet<DocumentKey>();
        String folder = name.folder() + FOLDER + TOP;
        @Nullable DocumentKey last = null;
        List<DocumentKey> page;
        do {
            page = documents.list(folder, last, LISTED_AT_ONCE);
            page.stream().filter(wanted::contains).forEach(there::add);
            last = page.isEmpty() ? last : page.getLast();
            files.progress();
        } while (page.size() == LISTED_AT_ONCE);
        return there;
    }

    private void requireSame(DocumentKey key, PulumiFiles.Announced file) {
        Optional<Document> there = documents.get(key);
        if (there.isEmpty() || !PulumiFiles.Announced.of(there.get().body()).equals(file)) {
            throw other(key);
        }
    }

    private static InvalidRequestException other(DocumentKey key) {
        return new InvalidRequestException(
                "'" + key + "' is there already and is another: Pulumi may work there");
    }
}

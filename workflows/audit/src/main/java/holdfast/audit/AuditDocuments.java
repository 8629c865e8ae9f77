package holdfast.audit;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The trails as documents, each with some lines of one server and named by the number of its first. */
final class AuditDocuments {
    static final int LINES_MAX = 500;

    /** A document is cut before it has more, so that every store takes it; one line alone may have more. */
    static final int BYTES_MAX = 4 * 1024 * 1024;

    private static final String FOLDER = "audit/";
    private static final int PAGE = 1_000;

    private final DocumentStore documents;

    AuditDocuments(DocumentStore documents) {
        this.documents = documents;
    }

    static DocumentKey key(String server, long firstNumber) {
        return new DocumentKey(
                FOLDER + server + "/" + String.format(Locale.ROOT, "%016d", firstNumber));
    }

    DocumentStore store() {
        return documents;
    }

    List<String> servers() {
        var servers = new TreeSet<String>();
        for (DocumentKey key : all(FOLDER)) {
            servers.add(key.text().substring(FOLDER.length(), key.text().lastIndexOf('/')));
        }
        return List.copyOf(servers);
    }

    /** In the order of their lines. */
    List<DocumentKey> of(String server) {
        return all(FOLDER + server + "/");
    }

    private List<DocumentKey> all(String prefix) {
        var keys = new ArrayList<DocumentKey>();
        @Nullable DocumentKey after = null;
        while (true) {
            List<DocumentKey> page = documents.list(prefix, after, PAGE);
            keys.addAll(page);
            if (page.size() < PAGE) {
                return keys;
            }
            after = page.getLast();
        }
    }

    static List<String> lines(Document document) {
        return new String(document.body(), StandardCharsets.UTF_8).lines().toList();
    }

    /** The last line that was copied; empty if none was. */
    Optional<ChainEnd> end(String server) {
        List<DocumentKey> keys = of(server);
        return keys.isEmpty()
                ? Optional.empty()
                : documents
                        .get(keys.getLast())
                        .flatMap(AuditDocuments::lastLine)
                        .map(ChainEnd::after);
    }

    static Optional<AuditLine> lastLine(Document document) {
        List<String> lines = lines(document);
        return lines.isEmpty() ? Optional.empty() : AuditLine.read(lines.getLast());
    }
}

package holdfast.audit;

import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells whether trails were tampered with. A chain by itself shows every line that was changed, removed, added or moved, but its end: who cuts
 * off the last lines, or writes all anew from some line on, leaves a chain that holds. The copy shows that, so files are compared
 * with documents.
 */
public final class AuditVerification {
    private AuditVerification() {}

    /**
     * What was found about the trail of one server.
     *
     * @param source where it was read: {@code files} or {@code documents}
     * @param first the number of its first line, 0 if it has none
     * @param lines how many were read
     * @param problems where it is broken; empty if it is whole
     */
    public record Chain(
            String source,
            String server,
            long first,
            long last,
            long lines,
            List<String> problems) {
        public Chain {
            problems = List.copyOf(problems);
        }

        public boolean isWhole() {
            return problems.isEmpty();
        }
    }

    /** The trails of all servers in a store. */
    public static List<Chain> of(DocumentStore store) {
        var documents = new AuditDocuments(store);
        return documents.servers().stream()
                .map(server -> check(documents, server).done("documents"))
                .toList();
    }

    private static ChainCheck check(AuditDocuments documents, String server) {
        var check = new ChainCheck("audit.documents_pruned");
        for (DocumentKey key : documents.of(server)) {
            documents
                    .store()
                    .get(key)
                    .ifPresent(document -> {
                        int number = 0;
                        for (String line : AuditDocuments.lines(document)) {
                            check.line(key + ":" + ++number, line);
                        }
                    });
        }
        return check;
    }

    /** Whether a server writes, or wrote, its trail to this folder. */
    public static boolean isTrail(Path folder) {
        try {
            return !AuditFiles.in(folder).isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The trail in a folder, by itself. */
    public static Chain of(Path folder) {
        return checkFiles(folder).done("files");
    }

    private static ChainCheck checkFiles(Path folder) {
        var check = new ChainCheck("audit.pruned");
        try {
            for (Path file : AuditFiles.in(folder)) {
                var number = new int[1];
                AuditFiles.read(
                        file,
                        line -> check.line(AuditFiles.nameOf(file) + ":" + ++number[0], line));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return check;
    }

    /** The trail in a folder, and what its copy in a store says about it. */
    public static Chain of(Path folder, DocumentStore store) {
        Chain alone = of(folder);
        var copied = new AuditDocuments(store);
        var inFiles = new HashMap<Long, String>();
        read(folder, inFiles);
        var problems = new ArrayList<>(alone.problems());
        for (DocumentKey key : copied.of(alone.server())) {
            store.get(key)
                    .ifPresent(document ->
                            AuditDocuments.lines(document).stream()
                                    .flatMap(line -> AuditLine.read(line).stream())
                                    .filter(line -> line.number() >= alone.first())
                                    .forEach(line -> compare(line, inFiles, problems)));
        }
        return new Chain(
                alone.source(),
                alone.server(),
                alone.first(),
                alone.last(),
                alone.lines(),
                problems);
    }

    private static void compare(AuditLine copy, Map<Long, String> inFiles, List<String> problems) {
        String hash = inFiles.get(copy.number());
        if (hash == null) {
            problems.add("line " + copy.number() + " is in the store and not in the files");
        } else if (!hash.equals(copy.hash())) {
            problems.add("line " + copy.number() + " is another in the store than in the files");
        }
    }

    private static void read(Path folder, Map<Long, String> hashes) {
        try {
            for (Path file : AuditFiles.in(folder)) {
                AuditFiles.read(
                        file,
                        text ->
                                AuditLine.read(text)
                                        .ifPresent(line -> hashes.put(line.number(), line.hash())));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

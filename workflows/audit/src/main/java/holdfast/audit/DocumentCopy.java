package holdfast.audit;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import holdfast.store.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies the lines of the files into documents, from where it stopped. Nothing is kept in memory for it: while the documents cannot be
 * written, the lines wait in the files. Used by one thread.
 */
final class DocumentCopy {
    private final AuditDocuments documents;
    private final AuditSettings settings;
    private final Deque<DocumentKey> kept;
    private ChainEnd copied;
    private @Nullable Open open;
    private @Nullable Place place;

    /** The document that still has room. */
    private record Open(DocumentKey key, DocumentVersion version, List<String> lines) {}

    /** How far the files were read. */
    private record Place(Path file, long position) {}

    /** What was found to go on with, and where to read on after it was copied. */
    private record Batch(List<AuditLine> lines, Place after) {}

    DocumentCopy(AuditDocuments documents, AuditSettings settings) {
        this.documents = documents;
        this.settings = settings;
        this.kept = new ArrayDeque<>(documents.of(settings.server()));
        this.copied = documents.end(settings.server()).orElse(ChainEnd.START);
    }

    ChainEnd copied() {
        return copied;
    }

    /** The oldest document, if there are more than may be kept. */
    @Nullable DocumentKey surplus() {
        return kept.size() > settings.documentsKept() ? kept.peekFirst() : null;
    }

    void drop(DocumentKey key) {
        documents
                .store()
                .get(key)
                .ifPresent(found -> documents.store().delete(key, found.version()));
        kept.remove(key);
    }

    /** Copies some lines. Returns whether there may be more. */
    boolean advance() throws IOException {
        Batch batch = next();
        if (batch == null) {
            return false;
        }
        if (!batch.lines().isEmpty()) {
            write(batch.lines());
            copied = ChainEnd.after(batch.lines().getLast());
        }
        place = batch.after();
        return true;
    }

    private void write(List<AuditLine> added) {
        List<String> texts = added.stream().map(AuditLine::text).toList();
        Open current = open;
        if (current != null
                && current.lines().size() + texts.size() <= AuditDocuments.LINES_MAX
                && bytes(current.lines()) + bytes(texts) <= AuditDocuments.BYTES_MAX) {
            var lines = new ArrayList<>(current.lines());
            lines.addAll(texts);
            open = new Open(current.key(), put(current.key(), current.version(), lines), lines);
            return;
        }
        DocumentKey key = AuditDocuments.key(settings.server(), added.getFirst().number());
        open = new Open(key, put(key, null, texts), texts);
        kept.addLast(key);
    }

    private static long bytes(List<String> lines) {
        return lines.stream().mapToLong(DocumentCopy::bytes).sum();
    }

    private static long bytes(String line) {
        return line.getBytes(StandardCharsets.UTF_8).length + 1L;
    }

    private DocumentVersion put(
            DocumentKey key, @Nullable DocumentVersion expected, List<String> lines) {
        byte[] body = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        return switch (documents.store().put(key, expected, body)) {
            case PutResult.Stored stored -> stored.version();
            case PutResult.Conflict conflict -> earlier(key, lines);
        };
    }

    /** Perhaps an earlier attempt, whose answer was lost, wrote just that, or the beginning of it. */
    private DocumentVersion earlier(DocumentKey key, List<String> lines) {
        Document found =
                documents
                        .store()
                        .get(key)
                        .orElseThrow(() ->
                                new StoreException.Unavailable(
                                        "the audit document " + key + " went away", null));
        List<String> there = AuditDocuments.lines(found);
        if (there.equals(lines)) {
            return found.version();
        }
        if (lines.size() > there.size() && lines.subList(0, there.size()).equals(there)) {
            return put(key, found.version(), lines);
        }
        throw new StoreException.Corrupted(
                "the audit document "
                        + key
                        + " has other lines than the files: does another server have this name?",
                null);
    }

    /** Null if there is nothing to copy. */
    private @Nullable Batch next() throws IOException {
        Place from = place == null ? start() : place;
        if (from == null) {
            return null;
        }
        var lines = new ArrayList<AuditLine>();
        long position = from.position();
        long bytes = 0;
        int seen = 0;
        try (var reader = new LineReader(from.file(), from.position())) {
            String text = reader.next();
            long more = reader.position() - position;
            while (text != null && (seen == 0 || bytes + more <= AuditDocuments.BYTES_MAX)) {
                seen++;
                bytes += more;
                position = reader.position();
                AuditLine.readOwn(text, settings.server())
                        .filter(line -> line.number() > copied.number())
                        .ifPresent(lines::add);
                text = lines.size() < AuditDocuments.LINES_MAX ? reader.next() : null;
                more = reader.position() - position;
            }
        } catch (NoSuchFileException e) {
            // It was too old to be kept: what is left of the trail is copied.
            Place left = start();
            return left == null ? null : new Batch(List.of(), left);
        }
        if (seen > 0) {
            return new Batch(lines, new Place(from.file(), position));
        }
        Path following = following(from.file());
        return following == null ? null : new Batch(List.of(), new Place(following, 0));
    }

    private @Nullable Path following(Path file) throws IOException {
        return AuditFiles.in(settings.folder()).stream()
                .filter(other -> other.compareTo(file) > 0)
                .findFirst()
                .orElse(null);
    }

    /** The last file that begins before what is to be copied next. */
    private @Nullable Place start() throws IOException {
        List<Path> files = AuditFiles.in(settings.folder());
        Path wanted = AuditFiles.file(settings.folder(), copied.number() + 1);
        return files.stream()
                .filter(file -> file.compareTo(wanted) <= 0)
                .reduce((one, later) -> later)
                .or(() -> files.stream().findFirst())
                .map(file -> new Place(file, 0))
                .orElse(null);
    }
}

package holdfast.store.files;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import holdfast.store.StoreException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps documents as files below a folder. A body is written aside, forced to disk and renamed into place, so a reader finds the
 * old one or the new one, whole. Safe for several processes on one machine; a file that someone edits by hand has a new version.
 */
public final class FileDocumentStore implements DocumentStore {
    private static final Duration LEFT_BEHIND_AFTER = Duration.ofDays(1);

    private final Path aside;
    private final Path top;
    private final Places places;
    private final Gate gate;

    private FileDocumentStore(Path top, Duration patience) {
        this.top = top;
        this.places = new Places(top);
        this.aside = top.resolve(Places.HOUSEKEEPING).resolve("aside");
        this.gate = new Gate(top.resolve(Places.HOUSEKEEPING), patience);
    }

    /**
     * Opens the store in this folder, which is made if there is none.
     *
     * @throws StoreException if it cannot be used
     */
    public static FileDocumentStore open(Path folder) {
        return open(folder, Gate.PATIENCE);
    }

    /** @param patience how long a writer waits for another to get on */
    static FileDocumentStore open(Path folder, Duration patience) {
        try {
            Disk.makeFolder(folder.toAbsolutePath());
            // One name for one folder: the doors are known by it.
            var store = new FileDocumentStore(folder.toRealPath(), patience);
            Disk.makeFolder(store.aside);
            store.clearAway();
            return store;
        } catch (IOException e) {
            throw FileTrouble.unreadable("the folder '" + folder + "'", e);
        }
    }

    /** What writers left behind that died. A live one needs its draft for moments. */
    private void clearAway() throws IOException {
        FileTime longAgo = FileTime.from(Instant.now().minus(LEFT_BEHIND_AFTER));
        try (Stream<Path> drafts = Files.list(aside)) {
            for (Path draft : drafts.toList()) {
                if (Files.getLastModifiedTime(draft).compareTo(longAgo) < 0) {
                    Files.deleteIfExists(draft);
                }
            }
        } catch (NoSuchFileException e) {
            // Its writer or another opener was faster.
        }
    }

    @Override
    public Optional<Document> get(DocumentKey key) {
        Path file = places.of(key);
        try {
            while (true) {
                OptionalLong before = Disk.version(file);
                if (before.isEmpty()) {
                    return Optional.empty();
                }
                Optional<byte[]> body = body(file);
                // The same version before and after: the body is the one that belongs to it.
                if (body.isPresent() && Disk.version(file).equals(before)) {
                    return Optional.of(new Document(key, version(before), body.get()));
                }
            }
        } catch (IOException e) {
            throw FileTrouble.unreadable("document '" + key + "'", e);
        }
    }

    private static Optional<byte[]> body(Path file) throws IOException {
        try {
            return Optional.of(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    @Override
    public PutResult put(DocumentKey key, @Nullable DocumentVersion expected, byte[] body) {
        DocumentStore.requireFit(key, body);
        Path file = places.of(key);
        return write(
                key,
                expected,
                (mark, current) -> {
                    long version = replace(file, body, Math.max(current, mark.read()));
                    return Long.toString(version);
                });
    }

    @Override
    public PutResult delete(DocumentKey key, DocumentVersion expected) {
        Path file = places.of(key);
        return write(
                key,
                expected,
                (mark, current) -> {
                    mark.raise(current);
                    Files.deleteIfExists(file);
                    return expected.text();
                });
    }

    /** What is done to a document of this version, or of 0 if there is none; answers the version to tell. */
    interface Step {
        String take(Gate.Mark mark, long current) throws IOException;
    }

    PutResult write(DocumentKey key, @Nullable DocumentVersion expected, Step step) {
        Path file = places.of(key);
        try {
            PutResult result =
                    gate.enter(
                            key,
                            mark -> {
                                OptionalLong current = Disk.version(file);
                                DocumentVersion there = current.isEmpty() ? null : version(current);
                                if (there == null ? expected != null : !there.equals(expected)) {
                                    return new PutResult.Conflict(there);
                                }
                                return new PutResult.Stored(
                                        new DocumentVersion(step.take(mark, current.orElse(0))));
                            });
            if (result instanceof PutResult.Stored) {
                settle(key, file);
            }
            return result;
        } catch (Gate.LeftBadly e) {
            throw FileTrouble.notCertain(key, e);
        } catch (IOException e) {
            throw FileTrouble.nothingWritten(key, e);
        }
    }

    private long replace(Path file, byte[] body, long above) throws IOException {
        Path draft = aside.resolve(UUID.randomUUID().toString());
        try {
            long version = Disk.write(draft, body, above);
            Path folder = file.getParent();
            Disk.makeFolder(folder == null ? top : folder);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            return version;
        } catch (IOException e) {
            // Only now: after the move a failure here would deny what was done.
            clear(draft, e);
            throw e;
        }
    }

    private static void clear(Path draft, IOException because) {
        try {
            Files.deleteIfExists(draft);
        } catch (IOException e) {
            because.addSuppressed(e);
        }
    }

    private void settle(DocumentKey key, Path file) {
        Path folder = file.getParent();
        try {
            Disk.force(folder == null ? top : folder);
        } catch (IOException e) {
            throw FileTrouble.notCertain(key, e);
        }
    }

    @Override
    public List<DocumentKey> list(String prefix, @Nullable DocumentKey after, int limit) {
        try {
            return new Listing(places, prefix, after == null ? null : after.text(), limit).list();
        } catch (IOException | DirectoryIteratorException e) {
            throw FileTrouble.unreadable("the folder '" + places.folder(prefix) + "'", cause(e));
        }
    }

    private static IOException cause(Exception e) {
        return e instanceof IOException already ? already : new IOException(e.getCause());
    }

    private static DocumentVersion version(OptionalLong nanos) {
        return new DocumentVersion(Long.toString(nanos.getAsLong()));
    }

    /** Nothing to give back: no file stays open between calls. */
    @Override
    public void close() {}
}

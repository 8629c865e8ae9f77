package holdfast.audit;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The end of a chain of lines in files, where it grows. Not safe for use by many threads.
 *
 * <p>A process that was killed in the middle of a line leaves a piece of one. It is cut off when the trail is opened again, and a line that
 * says so takes its place: the chain goes on after the last whole line, and nothing is hidden.
 *
 * <p>The files are written without channels, which would be closed when a thread that writes is interrupted.
 */
final class ChainFile implements AutoCloseable {
    /** So many times the files that are kept may be there while they cannot be copied. */
    private static final int KEPT_LONGER = 4;

    private final AuditSettings settings;
    private final InstantSource clock;
    private final FileChannel folderLock;
    private RandomAccessFile file;

    /** Where the last whole line ends: what lies behind it is a piece of a line that could not be written. */
    private long whole;

    private ChainEnd end;

    /** The last line that is known to lie elsewhere too. */
    private long copied;

    /** How the folder was found. */
    private record Found(ChainEnd end, Path file, long whole) {}

    private ChainFile(
            AuditSettings settings, InstantSource clock, FileChannel folderLock, Found found)
            throws IOException {
        this.settings = settings;
        this.clock = clock;
        this.folderLock = folderLock;
        this.end = found.end();
        this.whole = found.whole();
        this.file = new RandomAccessFile(found.file().toFile(), "rw");
    }

    /** @param elsewhere how far the chain is known to have come by what was kept in another place; null if nothing was */
    static ChainFile open(AuditSettings settings, InstantSource clock, @Nullable ChainEnd elsewhere)
            throws IOException {
        makeFolder(settings.folder());
        FileChannel folderLock = lock(settings.folder());
        try {
            ChainEnd known = elsewhere == null ? ChainEnd.START : elsewhere;
            Found found = find(settings.folder(), known);
            var chain = new ChainFile(settings, clock, folderLock, found);
            chain.copied = known.number();
            chain.resume(known);
            return chain;
        } catch (IOException | RuntimeException e) {
            folderLock.close();
            throw e;
        }
    }

    private static Found find(Path folder, ChainEnd elsewhere) throws IOException {
        List<Path> files = AuditFiles.in(folder);
        if (files.isEmpty()) {
            return new Found(ChainEnd.START, AuditFiles.file(folder, elsewhere.number() + 1), 0);
        }
        var last = new LastLine();
        long whole = AuditFiles.read(files.getLast(), last::told);
        for (int i = files.size() - 2; i >= 0 && last.line == null; i--) {
            AuditFiles.read(files.get(i), last::told);
        }
        return new Found(
                last.line == null ? ChainEnd.START : ChainEnd.after(last.line),
                files.getLast(),
                whole);
    }

    private static final class LastLine {
        private @Nullable AuditLine line;

        void told(String text) {
            // A line that was changed stays for the verification to find; the chain goes on after
            // the last that was not.
            AuditLine.read(text).ifPresent(good -> line = good);
        }
    }

    private void resume(ChainEnd elsewhere) throws IOException {
        ChainEnd inFiles = end;
        end = inFiles.later(elsewhere);
        byte[] torn = tail();
        if (torn.length > 0) {
            append(
                    own(
                            AuditEvent.Level.WARN,
                            "audit.healed",
                            Map.of(
                                    "cut_bytes",
                                    Integer.toString(torn.length),
                                    "cut_sha256",
                                    AuditLine.sha256(torn))));
        }
        if (elsewhere.number() > inFiles.number()) {
            append(
                    own(
                            AuditEvent.Level.ERROR,
                            "audit.resumed",
                            Map.of(
                                    "files_end_at",
                                    Long.toString(inFiles.number()),
                                    "documents_end_at",
                                    Long.toString(elsewhere.number()))));
        }
        force();
        AuditFiles.force(settings.folder());
    }

    private byte[] tail() throws IOException {
        byte[] torn = new byte[Math.toIntExact(file.length() - whole)];
        file.seek(whole);
        file.readFully(torn);
        return torn;
    }

    private AuditEvent own(AuditEvent.Level level, String event, Map<String, String> metadata) {
        return new AuditEvent(clock.instant(), level, event, null, null, null, metadata, null);
    }

    /** Adds a line. After a failure the chain ends where it did. */
    void append(AuditEvent event) throws IOException {
        if (whole > 0 && whole + bytes(next(event)).length > settings.fileBytesMax()) {
            rotate();
        }
        write(next(event));
    }

    private AuditLine next(AuditEvent event) {
        return AuditLine.write(event, settings.server(), end.number() + 1, end.hash());
    }

    private static byte[] bytes(AuditLine line) {
        return (line.text() + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private void write(AuditLine line) throws IOException {
        if (file.length() > whole) {
            // A full disk took a piece of a line: the next must not follow it.
            file.setLength(whole);
        }
        byte[] bytes = bytes(line);
        file.seek(whole);
        file.write(bytes);
        whole += bytes.length;
        end = ChainEnd.after(line);
    }

    private void rotate() throws IOException {
        force();
        var next =
                new RandomAccessFile(
                        AuditFiles.file(settings.folder(), end.number() + 1).toFile(), "rw");
        file.close();
        file = next;
        whole = 0;
        AuditFiles.force(settings.folder());
        prune();
    }

    /** What was copied to another place up to this line may go from here. Returns whether something went. */
    boolean copied(long number) throws IOException {
        copied = Math.max(copied, number);
        return prune();
    }

    /** Files that are too many go from the oldest on. What was not copied yet stays longer, but not until the disk is full. */
    private boolean prune() throws IOException {
        List<Path> files = AuditFiles.in(settings.folder());
        int tooMany = files.size() - settings.filesKept();
        int farTooMany = files.size() - settings.filesKept() * KEPT_LONGER;
        for (int i = 0; i < tooMany; i++) {
            // The next file begins with the line after this one's last.
            boolean isCopied = AuditFiles.firstNumber(files.get(i + 1)) - 1 <= copied;
            if (!isCopied && i >= farTooMany) {
                return i > 0;
            }
            prune(files.get(i), isCopied);
        }
        return tooMany > 0;
    }

    /** Says what goes before it goes, so that the beginning of what is left can be told from a beginning that somebody cut off. */
    private void prune(Path oldest, boolean isCopied) throws IOException {
        var last = new LastLine();
        AuditFiles.read(oldest, last::told);
        if (last.line != null) {
            write(
                    next(
                            own(
                                    isCopied ? AuditEvent.Level.INFO : AuditEvent.Level.ERROR,
                                    "audit.pruned",
                                    Map.of(
                                            "through",
                                            Long.toString(last.line.number()),
                                            "hash",
                                            last.line.hash(),
                                            "copied",
                                            Boolean.toString(isCopied)))));
            force();
        }
        Files.delete(oldest);
    }

    void force() throws IOException {
        file.getFD().sync();
    }

    /** For this user alone, as the store is. */
    private static void makeFolder(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Files.createDirectories(folder);
        if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
    }

    /** Two servers that write into one folder would break the chain of both. */
    private static FileChannel lock(Path folder) throws IOException {
        FileChannel channel =
                FileChannel.open(
                        folder.resolve("lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        if (lock == null) {
            channel.close();
            throw new IOException("another server writes its audit trail into " + folder);
        }
        return channel;
    }

    @Override
    public void close() throws IOException {
        try (folderLock) {
            force();
            file.close();
        }
    }
}

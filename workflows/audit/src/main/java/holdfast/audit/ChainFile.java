package holdfast.audit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.ArrayList;
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
    private final Forcing forcing = new Forcing();
    private RandomAccessFile file;

    /** Where the last whole line ends: what lies behind it is a piece of a line that could not be written. */
    private long whole;

    private ChainEnd end;

    /** Whether the file may end with a piece of a line, or is not looked at where it ends. */
    private boolean isTorn = true;

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
        this.file = AuditFiles.open(found.file());
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

    /** Adds a line. */
    void append(AuditEvent event) throws IOException {
        append(List.of(entry(event)));
    }

    private Entry entry(AuditEvent event) {
        return new Entry(AuditLine.draft(event, settings.server()), Entry.Kind.DONE);
    }

    /** A line that is put together and not written yet. */
    private record Ready(Entry entry, AuditLine line, byte[] bytes) {}

    private Ready ready(Entry entry, ChainEnd before) {
        AuditLine line = AuditLine.of(entry.draft(), settings.server(), before);
        return new Ready(entry, line, (line.text() + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Adds lines, all that fit into a file at once. After a failure the chain ends earlier, and those without a number are not in it. */
    void append(List<Entry> entries) throws IOException {
        var batch = new ArrayList<Ready>(entries.size());
        long size = whole;
        ChainEnd last = end;
        for (Entry entry : entries) {
            Ready next = ready(entry, last);
            if (size > 0 && size + next.bytes().length > settings.fileBytesMax()) {
                write(batch);
                batch.clear();
                rotate();
                // What was pruned has become a line too.
                next = ready(entry, end);
                size = whole;
            }
            batch.add(next);
            size += next.bytes().length;
            last = ChainEnd.after(next.line());
        }
        write(batch);
    }

    private void write(List<Ready> batch) throws IOException {
        if (isTorn) {
            // A full disk took a piece of a line: the next must not follow it.
            file.setLength(whole);
            file.seek(whole);
        }
        var bytes = new ByteArrayOutputStream();
        batch.forEach(ready -> bytes.writeBytes(ready.bytes()));
        isTorn = true;
        try {
            file.write(bytes.toByteArray());
        } catch (IOException e) {
            // Whole lines of it may have been read, and copied, by now: they stay.
            written(batch, file.length());
            throw e;
        }
        isTorn = false;
        written(batch, Long.MAX_VALUE);
    }

    /** The chain now ends with the last of these lines that lies before that place in the file. */
    private void written(List<Ready> batch, long length) {
        for (Ready ready : batch) {
            if (whole + ready.bytes().length > length) {
                return;
            }
            whole += ready.bytes().length;
            end = ChainEnd.after(ready.line());
            ready.entry().writtenAs(end.number());
        }
    }

    private void rotate() throws IOException {
        force();
        RandomAccessFile next =
                AuditFiles.open(AuditFiles.file(settings.folder(), end.number() + 1));
        forcing.leave(file);
        file = next;
        whole = 0;
        isTorn = true;
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
            // Whatever it does to the size of the file.
            alone(
                    own(
                            isCopied ? AuditEvent.Level.INFO : AuditEvent.Level.ERROR,
                            "audit.pruned",
                            Map.of(
                                    "through",
                                    Long.toString(last.line.number()),
                                    "hash",
                                    last.line.hash(),
                                    "copied",
                                    Boolean.toString(isCopied))));
            force();
        }
        Files.delete(oldest);
    }

    private void alone(AuditEvent event) throws IOException {
        write(List.of(ready(entry(event), end)));
    }

    private void force() throws IOException {
        file.getFD().sync();
    }

    /** Whose chain it is. */
    String server() {
        return settings.server();
    }

    /** Who brings lines to disk while others write. */
    Forcing forcing() {
        return forcing;
    }

    /** What is there to be brought to disk. */
    Forcing.Extent extent() {
        try {
            return new Forcing.Extent(file.getFD(), end.number());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
        Path file = folder.resolve("lock");
        AuditFiles.make(file);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
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
            forcing.closeThoseLeft();
        }
    }
}

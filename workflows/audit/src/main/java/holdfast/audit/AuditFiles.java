package holdfast.audit;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The files of a trail, named by the number of their first line, so that the order of names is that of lines. */
final class AuditFiles {
    private static final String NAME = "audit-[0-9]{16}\\.jsonl";

    private static final Set<PosixFilePermission> OWNER_ONLY =
            PosixFilePermissions.fromString("rw-------");

    private AuditFiles() {}

    static Path file(Path folder, long firstNumber) {
        return folder.resolve(String.format(Locale.ROOT, "audit-%016d.jsonl", firstNumber));
    }

    /** To write into; made if it is not there. */
    static RandomAccessFile open(Path file) throws IOException {
        make(file);
        return new RandomAccessFile(file.toFile(), "rw");
    }

    /** For this user alone, whatever the folder lets others do: a trail tells who works on what. One that is there stays as it is. */
    static void make(Path file) throws IOException {
        if (Files.exists(file)) {
            return;
        }
        try {
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
            } else {
                Files.createFile(file);
            }
        } catch (FileAlreadyExistsException e) {
            // By another server, in this moment.
        }
    }

    /** Of the first line of a file. */
    static long firstNumber(Path file) {
        return Long.parseLong(nameOf(file).replaceAll("\\D", ""));
    }

    static List<Path> in(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> nameOf(file).matches(NAME)).sorted().toList();
        }
    }

    static String nameOf(Path file) {
        Path name = file.getFileName();
        return name == null ? "" : name.toString();
    }

    /** Tells each line that has an end. Returns how many bytes these lines have: what follows was not written to its end. */
    static long read(Path file, Consumer<String> lines) throws IOException {
        try (var reader = new LineReader(file, 0)) {
            for (String line = reader.next(); line != null; line = reader.next()) {
                lines.accept(line);
            }
            return reader.position();
        }
    }

    /** A new name in a folder survives a loss of power only once the folder itself is on disk. */
    static void force(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (ClosedByInterruptException e) {
            // Who writes is being stopped, and stays interrupted: the name reaches the disk later.
        }
    }
}

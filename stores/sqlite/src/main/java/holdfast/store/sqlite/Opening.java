package holdfast.store.sqlite;

import holdfast.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds or makes the file. A file that is not ours is refused before anything is changed in it: by its first bytes, since even
 * to open a SQLite file may move its log.
 */
final class Opening {
    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    private static final int HEADER_LENGTH = 108;
    private static final int APPLICATION_ID_AT = 68;
    private static final int FIRST_PAGE_CELLS_AT = 103;

    private Opening() {}

    /** The file by its real name, so that it is the same one by whatever name it is opened. */
    static Path prepare(Path path) {
        Path file = path.toAbsolutePath().normalize();
        if (Files.isDirectory(file)) {
            throw unavailable(
                    file
                            + " is a directory: name a file in it, such as "
                            + file.resolve("holdfast.db"),
                    null);
        }
        try {
            create(file);
            checkIsOurs(file);
            return file.toRealPath();
        } catch (FileSystemException e) {
            throw unavailable("cannot make or open " + file + " (" + reason(e) + ")", e);
        } catch (IOException e) {
            throw unavailable("cannot make or open " + file + ": " + e.getMessage(), e);
        }
    }

    private static void create(Path file) throws IOException {
        Path directory = file.getParent();
        if (directory != null && !Files.isDirectory(directory)) {
            Files.createDirectories(directory, permissions(file, "rwx------"));
        }
        if (Files.exists(file)) {
            return;
        }
        try {
            Files.createFile(file, permissions(file, "rw-------"));
        } catch (FileAlreadyExistsException e) {
            // Another process was faster, and that is as good.
        }
    }

    private static FileAttribute<?>[] permissions(Path file, String permissions) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static void checkIsOurs(Path file) throws IOException {
        if (!Files.isWritable(file) || !isWritable(file.getParent())) {
            throw unavailable(
                    file
                            + " cannot be written: make the file and its directory writable for this user",
                    null);
        }
        byte[] header = header(file);
        if (header.length < HEADER_LENGTH
                || !Arrays.equals(header, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            return; // empty, being made, or nothing that SQLite knows: SQLite will tell
        }
        ByteBuffer fields = ByteBuffer.wrap(header);
        int application = fields.getInt(APPLICATION_ID_AT);
        boolean used = application != 0 || fields.getShort(FIRST_PAGE_CELLS_AT) != 0;
        if (application != Schema.APPLICATION_ID && used) {
            throw Schema.foreign(file);
        }
    }

    private static boolean isWritable(@Nullable Path directory) {
        return directory == null || Files.isWritable(directory);
    }

    private static byte[] header(Path file) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            ByteBuffer buffer = ByteBuffer.allocate(HEADER_LENGTH);
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                // read() may take several rounds
            }
            return Arrays.copyOf(buffer.array(), buffer.position());
        }
    }

    /** What is wrong, and what to do about it. */
    private static String reason(FileSystemException e) {
        String said = e.getReason() == null ? "" : e.getReason();
        if (said.contains("No space left") || said.contains("quota")) {
            return said + ": free some space and try again";
        }
        String what =
                switch (e) {
                    case AccessDeniedException denied -> denied.getFile() + ": permission denied";
                    case FileAlreadyExistsException other -> other.getFile() + " is no directory";
                    case NoSuchFileException missing -> missing.getFile() + " is not there";
                    default -> said.isEmpty() ? String.valueOf(e.getFile()) : said;
                };
        return what + ": choose a place that this user may write";
    }

    private static StoreException unavailable(String message, @Nullable Throwable cause) {
        return new StoreException.Unavailable(message, cause);
    }
}

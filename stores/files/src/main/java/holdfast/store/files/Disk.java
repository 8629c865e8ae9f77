package holdfast.store.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Files and folders that survive a loss of power. A file's time of last change, in nanoseconds, is its version. */
final class Disk {
    private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    /** What is added to a time until a file system that keeps coarse times shows a new one. */
    private static final long[] STEPS = {
        0, 1_000, 1_000_000, NANOS_PER_SECOND, 3 * NANOS_PER_SECOND
    };

    private Disk() {}

    /** Empty if there is no such file. */
    static OptionalLong version(Path file) throws IOException {
        try {
            return OptionalLong.of(nanos(Files.getLastModifiedTime(file)));
        } catch (NoSuchFileException e) {
            return OptionalLong.empty();
        }
    }

    /**
     * Writes a new file that no one reads yet, and answers its version, which is above the given one. The time of day is only
     * where versions begin: they grow whatever it does.
     */
    static long write(Path file, byte[] body, long above) throws IOException {
        try (FileChannel channel =
                open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            var rest = ByteBuffer.wrap(body);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            long version = stamp(file, above);
            channel.force(true);
            return version;
        }
    }

    /** Opens a file; one that is made thereby is for its owner alone, from its first moment: states hold secrets. */
    static FileChannel open(Path file, Set<? extends OpenOption> how) throws IOException {
        return FileChannel.open(file, how, ownersAlone(file, "rw-------"));
    }

    /** Nothing where the file system knows no such permissions. */
    private static FileAttribute<?>[] ownersAlone(Path place, String permissions) {
        boolean isKnown = place.getFileSystem().supportedFileAttributeViews().contains("posix");
        return isKnown
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static long stamp(Path file, long above) throws IOException {
        long wanted = Math.max(nanos(FileTime.from(Instant.now())), above + 1);
        for (long step : STEPS) {
            Files.setLastModifiedTime(file, time(wanted + step));
            long version = nanos(Files.getLastModifiedTime(file));
            if (version > above) {
                return version;
            }
        }
        throw new IOException("this file system keeps no times by which versions could be told");
    }

    private static FileTime time(long nanos) {
        return FileTime.from(
                Instant.ofEpochSecond(
                        Math.floorDiv(nanos, NANOS_PER_SECOND),
                        Math.floorMod(nanos, NANOS_PER_SECOND)));
    }

    private static long nanos(FileTime time) {
        Instant instant = time.toInstant();
        return instant.getEpochSecond() * NANOS_PER_SECOND + instant.getNano();
    }

    /** Makes the folder and those above it, for their owner alone, each certain to be found again. */
    static void makeFolder(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path parent = folder.getParent();
        if (parent != null) {
            makeFolder(parent);
        }
        Files.createDirectories(folder, ownersAlone(folder, "rwx------"));
        if (parent != null) {
            force(parent);
        }
    }

    /** What was put into the folder or taken from it stays so. */
    static void force(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}

package holdfast.store.sqlite;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Sleeps until somebody writes to the file or its log, without looking. A write is seen when it begins: what it commits can be read
 * only when it has ended. It is to be on only where writes are rare, since to tell of one costs whoever writes about as much as to
 * write. Used by one thread.
 */
final class FileWatch implements AutoCloseable {
    /** Others may write into the folder all the time. */
    private static final long PAUSE_AFTER_ANOTHER_FILE_NANOS = 10_000_000;

    private final WatchService service;
    private final Path folder;
    private final String file;

    private FileWatch(WatchService service, Path folder, String file) {
        this.service = service;
        this.folder = folder;
        this.file = file;
    }

    /** Not on yet. Null where the system does not tell of writes, or tells too many already. */
    static @Nullable FileWatch of(Path file) {
        Path folder = file.getParent();
        // Elsewhere Java looks by itself every few seconds.
        boolean tells = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).equals("linux");
        if (!tells || folder == null) {
            return null;
        }
        try {
            return new FileWatch(
                    folder.getFileSystem().newWatchService(),
                    folder,
                    file.getFileName().toString());
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            return null; // of a thread, perhaps: it needs one
        }
    }

    /** From now on writes are told of, until the key is cancelled. Null if the system tells of too many things already. */
    @Nullable WatchKey on() {
        try {
            while (service.poll()
                    != null) {} // what came when the watch was on before, after its end
            return folder.register(
                    service,
                    StandardWatchEventKinds.ENTRY_CREATE,
                    StandardWatchEventKinds.ENTRY_MODIFY);
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    /** Whether something was written before the time was over or the thread was interrupted. */
    boolean awaitWrite(long nanos) {
        long end = System.nanoTime() + nanos;
        try {
            for (long left = nanos; left > 0; left = end - System.nanoTime()) {
                WatchKey key = service.poll(left, TimeUnit.NANOSECONDS);
                if (key == null) {
                    return false;
                }
                if (isAboutTheFile(key)) {
                    return true;
                }
                LockSupport.parkNanos(PAUSE_AFTER_ANOTHER_FILE_NANOS);
            }
        } catch (InterruptedException | ClosedWatchServiceException e) {
            // Whoever interrupts wants the thread to look, which it now does.
        }
        return false;
    }

    private boolean isAboutTheFile(WatchKey key) {
        boolean about = false;
        for (WatchEvent<?> event : key.pollEvents()) {
            about |= event.context() == null || event.context().toString().startsWith(file);
        }
        return !key.reset() || about;
    }

    @Override
    public void close() throws IOException {
        service.close();
    }
}

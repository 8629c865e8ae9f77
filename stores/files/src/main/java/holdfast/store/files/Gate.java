package holdfast.store.files;

import holdfast.store.DocumentKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one writer at a time at a document, among all threads and processes of this machine. A process that dies gives its place
 * free.
 */
final class Gate {
    private static final int DOORS = 16;

    /**
     * For threads, since a file lock belongs to the process. By file, since a process may open a store twice: the system forgets a
     * lock when the process closes the file, by whatever handle, so only who is inside may have it open.
     */
    private static final ConcurrentHashMap<Path, ReentrantLock> IN_THIS_PROCESS =
            new ConcurrentHashMap<>();

    private final Path folder;

    Gate(Path folder) {
        this.folder = folder;
    }

    interface Work<T> {
        T inside(Mark mark) throws IOException;
    }

    /** The work was done; only the door did not close well. */
    static final class LeftBadly extends IOException {
        private static final long serialVersionUID = 1;

        LeftBadly(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }

    /** @throws LeftBadly if the work was done; after any other exception it was not done to its end */
    <T> T enter(DocumentKey key, Work<T> work) throws IOException {
        Path door = folder.resolve("door-" + Math.floorMod(key.text().hashCode(), DOORS));
        ReentrantLock mutex = IN_THIS_PROCESS.computeIfAbsent(door, path -> new ReentrantLock());
        boolean isDone = false;
        mutex.lock();
        try (FileChannel channel =
                        FileChannel.open(
                                door,
                                StandardOpenOption.CREATE,
                                StandardOpenOption.READ,
                                StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            T result = work.inside(new Mark(lock.acquiredBy()));
            isDone = true;
            return result;
        } catch (IOException e) {
            throw isDone ? new LeftBadly(e) : e;
        } finally {
            mutex.unlock();
        }
    }

    /** The highest version that was deleted behind this door: none that is written later may repeat it. */
    static final class Mark {
        final FileChannel channel;

        private Mark(java.nio.channels.Channel channel) {
            this.channel = (FileChannel) channel;
        }

        long read() throws IOException {
            var bytes = ByteBuffer.allocate(Long.BYTES);
            // A torn mark would be shorter; the deletion that wrote it then never came to its end.
            return channel.read(bytes, 0) == Long.BYTES ? bytes.getLong(0) : 0;
        }

        void raise(long version) throws IOException {
            if (version > read()) {
                channel.write(ByteBuffer.allocate(Long.BYTES).putLong(0, version), 0);
                channel.force(true);
            }
        }
    }
}

package holdfast.store.files;

import holdfast.store.DocumentKey;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
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

    /** How long a door may be shut. Whoever is inside needs moments, unless it was stopped there. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Path folder;
    private final Duration patience;

    Gate(Path folder, Duration patience) {
        this.folder = folder;
        this.patience = patience;
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

    /** Somebody is inside for longer than anything there takes. Nothing was done. */
    static final class Shut extends IOException {
        private static final long serialVersionUID = 1;

        Shut(String message) {
            super(message);
        }
    }

    /** @throws LeftBadly if the work was done; after any other exception it was not done to its end */
    <T> T enter(DocumentKey key, Work<T> work) throws IOException {
        Path door = folder.resolve("door-" + Math.floorMod(key.text().hashCode(), DOORS));
        ReentrantLock mutex = IN_THIS_PROCESS.computeIfAbsent(door, path -> new ReentrantLock());
        boolean isDone = false;
        pass(mutex, door);
        try (FileChannel channel =
                        Disk.open(
                                door,
                                Set.of(
                                        StandardOpenOption.CREATE,
                                        StandardOpenOption.READ,
                                        StandardOpenOption.WRITE));
                FileLock lock = lock(channel, door)) {
            var mark = new Mark(lock.acquiredBy());
            mark.sign();
            T result = work.inside(mark);
            isDone = true;
            return result;
        } catch (IOException e) {
            throw isDone ? new LeftBadly(e) : e;
        } finally {
            mutex.unlock();
        }
    }

    private void pass(ReentrantLock mutex, Path door) throws IOException {
        try {
            if (!mutex.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new Shut(
                        "another thread of this process has been at " + door + " for " + patience);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted before " + door);
        }
    }

    /** Waits in the system's line, for so long as anybody needs who was not stopped inside. */
    private FileLock lock(FileChannel channel, Path door) throws IOException {
        FileLock atOnce = channel.tryLock();
        if (atOnce != null) {
            return atOnce;
        }
        // Only closing the channel makes the system let go of who waits.
        CompletableFuture<Void> alarm =
                new CompletableFuture<Void>()
                        .completeOnTimeout(null, patience.toNanos(), TimeUnit.NANOSECONDS);
        CompletableFuture<Void> closing = alarm.thenRun(() -> close(channel));
        try {
            FileLock lock = channel.lock();
            if (alarm.cancel(false)) {
                return lock;
            }
            closing.join();
            throw new ClosedChannelException();
        } catch (ClosedChannelException e) {
            throw new Shut(
                    inside(door)
                            + " has been at "
                            + door
                            + " for "
                            + patience
                            + ": is it stopped?");
        } finally {
            alarm.cancel(false);
        }
    }

    private static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Who waits is let go all the same.
        }
    }

    private static String inside(Path door) {
        try {
            return "process " + ByteBuffer.wrap(Files.readAllBytes(door)).getLong(Long.BYTES);
        } catch (IOException | IndexOutOfBoundsException e) {
            return "another process";
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

        /** Says who is inside, for those who wait in vain. */
        void sign() throws IOException {
            channel.write(
                    ByteBuffer.allocate(Long.BYTES).putLong(0, ProcessHandle.current().pid()),
                    Long.BYTES);
        }

        void raise(long version) throws IOException {
            if (version > read()) {
                channel.write(ByteBuffer.allocate(Long.BYTES).putLong(0, version), 0);
                channel.force(true);
            }
        }
    }
}

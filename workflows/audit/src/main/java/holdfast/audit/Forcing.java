package holdfast.audit;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Brings lines to disk, beside those who write more of them. One at a time: who waited finds that it was done. Safe for use by many threads. */
final class Forcing {
    private final ReentrantLock turn = new ReentrantLock();

    /** Files that were full while one was brought to disk: closed after that. */
    private final Queue<RandomAccessFile> left = new ConcurrentLinkedQueue<>();

    private volatile long forced;
    private final AtomicLong rounds = new AtomicLong();

    /** What there is to be brought to disk: a file, and the last line of all that was written. */
    record Extent(FileDescriptor file, long number) {}

    /**
     * Returns when all lines up to this one are on disk.
     *
     * @param extent as it is when it is asked
     */
    void through(long number, Supplier<Extent> extent) throws IOException {
        if (forced >= number) {
            return;
        }
        turn.lock();
        try {
            if (forced < number) {
                Extent now = extent.get();
                // What lies in files before this one was brought to disk when they were full.
                now.file().sync();
                forced = now.number();
                rounds.incrementAndGet();
            }
            closeThoseLeft();
        } finally {
            turn.unlock();
        }
    }

    /** A file that is on disk and no longer written is closed, now or when nobody uses it any more. */
    void leave(RandomAccessFile file) throws IOException {
        if (!turn.tryLock()) {
            left.add(file);
            return;
        }
        try {
            file.close();
        } finally {
            turn.unlock();
        }
    }

    /** How often the disk was waited for. */
    long rounds() {
        return rounds.get();
    }

    void closeThoseLeft() throws IOException {
        for (RandomAccessFile file = left.poll(); file != null; file = left.poll()) {
            file.close();
        }
    }
}

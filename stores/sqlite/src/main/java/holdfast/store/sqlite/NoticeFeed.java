package holdfast.store.sqlite;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks whether other processes have changed the file, and if so for notices to the listeners of this one. The question costs
 * some microseconds; it is asked every 2 ms while the file changes and at least every 10 ms, and not at all while nobody
 * listens. Safe for use by many threads.
 */
final class NoticeFeed implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NoticeFeed.class);
    private static final long SHORTEST_PAUSE_NANOS = 2_000_000;
    private static final long LONGEST_PAUSE_NANOS = 10_000_000;
    private static final long PAUSE_AFTER_FAILURE_NANOS = 500_000_000;

    /** Told notices wait this long for a batch to remove them with it. */
    private static final long EMPTY_AFTER_NANOS = 1_000_000_000;

    private final SqliteFile file;
    private final Mailbox mailbox;
    private final GroupCommit commits;

    /** Innermost lock: protects what follows. */
    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private boolean watched;

    /** The latest thread; it may have ended. */
    @GuardedBy("mutex")
    private @Nullable Thread watcher;

    @GuardedBy("mutex")
    private boolean closed;

    NoticeFeed(SqliteFile file, Mailbox mailbox, GroupCommit commits) {
        this.file = file;
        this.mailbox = mailbox;
        this.commits = commits;
    }

    /** Sees to it that somebody looks. To be called after a listener came. */
    void start() {
        mutex.lock();
        try {
            if (!watched && !closed) {
                watched = true;
                watcher =
                        Thread.ofPlatform()
                                .daemon()
                                .name("holdfast-sqlite-notices")
                                .start(this::watch);
            }
        } finally {
            mutex.unlock();
        }
    }

    private void watch() {
        boolean warned = false;
        do {
            try (Session session = file.openReadingSession()) {
                follow(session);
                return;
            } catch (SQLException e) {
                warned = warn(warned, file.errors().nothingWritten(e));
            } catch (RuntimeException e) {
                warned = warn(warned, e);
            }
        } while (pause(PAUSE_AFTER_FAILURE_NANOS));
    }

    /** Once for all attempts: who needs the file says itself what it misses. */
    private boolean warn(boolean warned, RuntimeException e) {
        if (!warned) {
            LOG.warn("cannot look for news of other processes, trying again: {}", e.getMessage());
            LOG.debug("because of", e);
        }
        return true;
    }

    /** Follows the changes of the file until there is nobody to tell of them. */
    private void follow(Session session) throws SQLException {
        long pause = SHORTEST_PAUSE_NANOS;
        long lastVersion = -1;
        long emptied = System.nanoTime();
        do {
            long version = session.dataVersion();
            if (version != lastVersion) {
                lastVersion = version;
                mailbox.collect(session);
                pause = SHORTEST_PAUSE_NANOS;
            } else {
                pause = Math.min(pause + pause / 4, LONGEST_PAUSE_NANOS);
            }
            if (!mailbox.isToBeEmptied()) {
                emptied = System.nanoTime();
            } else if (System.nanoTime() - emptied >= EMPTY_AFTER_NANOS) {
                commits.make(List.of(new EmptyMailbox()));
            }
        } while (pause(pause));
    }

    /** Waits a little; answers whether to go on. When nobody listens any more, the thread is given up. */
    private boolean pause(long nanos) {
        LockSupport.parkNanos(nanos); // may end early, which only means to look once more
        mutex.lock();
        try {
            if (closed || mailbox.listeners().engines().isEmpty()) {
                watched = false;
                return false;
            }
            return true;
        } finally {
            mutex.unlock();
        }
    }

    /** Returns when the thread has ended, so that its connection is closed. */
    @Override
    public void close() {
        Thread last;
        mutex.lock();
        try {
            closed = true;
            last = watcher;
        } finally {
            mutex.unlock();
        }
        if (last != null) {
            LockSupport.unpark(last);
            joinUninterruptibly(last);
        }
    }

    private static void joinUninterruptibly(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                TimeUnit.SECONDS.timedJoin(thread, 1);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Writes nothing of its own, but lets a batch happen, which empties the mailbox. */
    private static final class EmptyMailbox implements Write {
        @Override
        public Turn turn() {
            return Turn.SECOND;
        }

        @Override
        public void apply(Transaction transaction) {
            transaction.changed();
        }
    }
}

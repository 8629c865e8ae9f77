package holdfast.store.sqlite;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.file.WatchKey;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks whether other processes have changed the file, and if so for notices to the listeners of this one. It looks every 2 to
 * 10 ms while somebody writes, and not at all while nobody listens. When nobody has written for a while it sleeps until the system
 * tells of a write, or, where that cannot be, goes on looking every 10 ms. Safe for use by many threads.
 */
final class NoticeFeed implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NoticeFeed.class);
    private static final long SHORTEST_PAUSE_NANOS = 2_000_000;
    private static final long LONGEST_PAUSE_NANOS = 10_000_000;
    private static final long PAUSE_AFTER_FAILURE_NANOS = 500_000_000;

    /** Who has not written for so long is not busy. Most commands are over before, and need not pay for the watch. */
    private static final long QUIET_AFTER_NANOS = 1_000_000_000;

    /** A write that began is over by then, on most disks. */
    private static final long WRITTEN_AFTER_NANOS = 50_000_000;

    /** On a slow disk it may take longer. */
    private static final long LONGEST_SLEEP_NANOS = 250_000_000;

    /** Where the system cannot tell of writes now, it may be able to later. */
    private static final long WATCH_AGAIN_AFTER_NANOS = 60_000_000_000L;

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

    /** Used by the watching thread alone, as is what follows. */
    private long lastVersion = -1;

    private long emptiedAt = System.nanoTime();

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
            LockSupport.parkNanos(PAUSE_AFTER_FAILURE_NANOS);
        } while (isListenedTo());
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
        lastVersion = -1; // versions of different connections say nothing about each other
        if (!lookUntilQuiet(session, QUIET_AFTER_NANOS)) {
            return;
        }
        try (FileWatch watch = file.watch()) {
            while (sleepUntilSomebodyWrites(session, watch)
                    && lookUntilQuiet(session, QUIET_AFTER_NANOS)) {}
        } catch (IOException e) {
            LOG.debug("the watch over {} could not be closed", file, e);
        }
    }

    /** False if nobody listens any more. */
    private boolean sleepUntilSomebodyWrites(Session session, @Nullable FileWatch watch)
            throws SQLException {
        WatchKey on = watch == null ? null : watch.on();
        if (watch == null || on == null) {
            return lookUntilQuiet(session, WATCH_AGAIN_AFTER_NANOS);
        }
        try {
            long quiet = WRITTEN_AFTER_NANOS; // for what began before the watch was on
            do {
                if (!lookUntilQuiet(session, quiet)) {
                    return false;
                }
                quiet = 0;
            } while (!watch.awaitWrite(LONGEST_SLEEP_NANOS));
            return true;
        } finally {
            on.cancel();
        }
    }

    /** Looks at least once, and until nothing has changed for so long; false if nobody listens any more. */
    private boolean lookUntilQuiet(Session session, long quietNanos) throws SQLException {
        long pause = SHORTEST_PAUSE_NANOS;
        long changed = System.nanoTime();
        do {
            long version = session.dataVersion();
            if (version != lastVersion) {
                lastVersion = version;
                changed = System.nanoTime();
                mailbox.collect(session);
                pause = SHORTEST_PAUSE_NANOS;
            } else {
                pause = Math.min(pause + pause / 4, LONGEST_PAUSE_NANOS);
            }
            emptyMailboxBeforeLong();
            LockSupport.parkNanos(pause); // may end early, which only means to look once more
            if (!isListenedTo()) {
                return false;
            }
        } while (System.nanoTime() - changed < quietNanos);
        return true;
    }

    private void emptyMailboxBeforeLong() {
        if (!mailbox.isToBeEmptied()) {
            emptiedAt = System.nanoTime();
        } else if (System.nanoTime() - emptiedAt >= EMPTY_AFTER_NANOS) {
            commits.make(List.of(new EmptyMailbox()));
        }
    }

    /** Whether to go on. If not, the thread must end: the next listener starts another. */
    private boolean isListenedTo() {
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
            last.interrupt();
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

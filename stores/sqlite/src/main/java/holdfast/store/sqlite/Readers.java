package holdfast.store.sqlite;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.store.StoreException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Looks at the file through a few connections of their own, each look as of one moment. Safe for use by many threads. */
final class Readers implements AutoCloseable {
    private static final int SESSIONS_MAX = 4;

    private final SqliteFile file;
    private final StoreClock clock;
    private final Patience patience;
    private final Semaphore places = new Semaphore(SESSIONS_MAX, true);

    /** Innermost lock: protects the list only. */
    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private final Deque<Session> unused = new ArrayDeque<>();

    private volatile boolean closed;

    Readers(SqliteFile file, StoreClock clock, Patience patience) {
        this.file = file;
        this.clock = clock;
        this.patience = patience;
    }

    interface Look<T> {
        T at(Snapshot snapshot) throws SQLException;
    }

    /** Sees every commit that returned before this call began. */
    <T> T look(Look<T> look) {
        places.acquireUninterruptibly();
        try {
            if (closed) {
                throw new StoreException.Unavailable("the store is closed", null);
            }
            return patience.whileBusy(() -> attempt(look));
        } catch (SQLException e) {
            throw file.errors().nothingWritten(e);
        } finally {
            places.release();
        }
    }

    private <T> T attempt(Look<T> look) throws SQLException {
        Session session = takeUnused();
        if (session == null) {
            session = file.openReadingSession();
        }
        try {
            StoreClock.Reading reading = clock.read();
            session.begin();
            T result = look.at(new Snapshot(session, clock.at(reading, session)));
            session.commit();
            giveBack(session);
            return result;
        } catch (IllegalArgumentException e) {
            // A look is given nothing that could be wrong: what the model refuses was in the file.
            file.closeQuietly(session);
            throw new StoreException.Corrupted(
                    "what is stored cannot be read: " + e.getMessage(), e);
        } catch (SQLException | RuntimeException | Error e) {
            file.closeQuietly(session);
            throw e;
        }
    }

    private @Nullable Session takeUnused() {
        mutex.lock();
        try {
            return unused.pollFirst();
        } finally {
            mutex.unlock();
        }
    }

    private void giveBack(Session session) {
        mutex.lock();
        try {
            unused.addFirst(session);
        } finally {
            mutex.unlock();
        }
    }

    /** Waits for the looks that are under way. */
    @Override
    public void close() {
        places.acquireUninterruptibly(SESSIONS_MAX);
        closed = true;
        for (Session session = takeUnused(); session != null; session = takeUnused()) {
            file.closeQuietly(session);
        }
        places.release(SESSIONS_MAX);
    }
}

package holdfast.store.sqlite;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.EngineId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The notices that other processes left in the file for the listeners of this one. What was told is removed from the file by
 * the next batch of this process, which is mostly the confirmation of the grant that the notice was about: it costs no trip to
 * the disk of its own. Safe for use by many threads.
 */
final class Mailbox {
    private static final int NOTICES_AT_ONCE = 1_000;

    /** By then every process that listens has looked, see {@link NoticeFeed}. */
    private static final long SHARED_FOR_NANOS = 1_000_000_000;

    private final Listeners listeners;

    /** Innermost lock: protects the map only. */
    private final ReentrantLock mutex = new ReentrantLock();

    /** What was told and is still in the file. */
    @GuardedBy("mutex")
    private final Map<Listeners.Letter, Told> told = new HashMap<>();

    /**
     * What has been told.
     *
     * @param posted the number that the notice had
     * @param at when it was told, by this process's clock
     */
    private record Told(long posted, long at) {
        boolean isOver(Listeners.Letter notice) {
            return !isShared(notice.engine()) || System.nanoTime() - at >= SHARED_FOR_NANOS;
        }
    }

    Mailbox(Listeners listeners) {
        this.listeners = listeners;
    }

    /** Whether several processes listen under this name. Then a notice is not for the first one alone that finds it. */
    static boolean isShared(EngineId engine) {
        return engine.equals(EngineId.ANY_SERVER);
    }

    Listeners listeners() {
        return listeners;
    }

    /** Whether something told is still in the file. */
    boolean isToBeEmptied() {
        mutex.lock();
        try {
            return !told.isEmpty();
        } finally {
            mutex.unlock();
        }
    }

    /** Tells the listeners what is new for them; answers whether anything was. */
    boolean collect(Session session) throws SQLException {
        var news = new ArrayList<Listeners.Letter>();
        for (EngineId engine : listeners.engines()) {
            Prepared query = session.on(Sql.READ_NOTICES).with(engine.text()).with(NOTICES_AT_ONCE);
            try (Rows rows = query.rows()) {
                while (rows.next()) {
                    var notice = new Listeners.Letter(engine, rows.root());
                    if (isNew(notice, rows.number())) {
                        news.add(notice);
                    }
                }
            }
        }
        listeners.tell(news);
        return !news.isEmpty();
    }

    private boolean isNew(Listeners.Letter notice, long posted) {
        mutex.lock();
        try {
            Told before = told.get(notice);
            if (before != null && before.posted() >= posted) {
                return false;
            }
            told.put(notice, new Told(posted, System.nanoTime()));
            return true;
        } finally {
            mutex.unlock();
        }
    }

    /** Removes what was told. If the transaction fails it is told again, which is harmless. */
    void empty(Session session) throws SQLException {
        for (Map.Entry<Listeners.Letter, Told> entry : takeTold()) {
            session.on(Sql.TAKE_NOTICE)
                    .with(entry.getKey().engine().text())
                    .with(entry.getKey().root().text())
                    .with(entry.getValue().posted())
                    .update();
        }
    }

    private List<Map.Entry<Listeners.Letter, Told>> takeTold() {
        mutex.lock();
        try {
            if (told.isEmpty()) {
                return List.of();
            }
            List<Map.Entry<Listeners.Letter, Told>> over =
                    told.entrySet().stream()
                            .filter(entry -> entry.getValue().isOver(entry.getKey()))
                            .map(Map.Entry::copyOf)
                            .toList();
            over.forEach(entry -> told.remove(entry.getKey()));
            return over;
        } finally {
            mutex.unlock();
        }
    }
}

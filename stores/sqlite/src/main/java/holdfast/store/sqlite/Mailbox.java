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

    private final Listeners listeners;

    /** Innermost lock: protects the map only. */
    private final ReentrantLock mutex = new ReentrantLock();

    /** What was told and is still in the file, with the number it had. */
    @GuardedBy("mutex")
    private final Map<Listeners.Notice, Long> told = new HashMap<>();

    Mailbox(Listeners listeners) {
        this.listeners = listeners;
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
        var news = new ArrayList<Listeners.Notice>();
        for (EngineId engine : listeners.engines()) {
            Prepared query = session.on(Sql.READ_NOTICES).with(engine.text()).with(NOTICES_AT_ONCE);
            try (Rows rows = query.rows()) {
                while (rows.next()) {
                    var notice = new Listeners.Notice(engine, rows.root());
                    if (isNew(notice, rows.number())) {
                        news.add(notice);
                    }
                }
            }
        }
        listeners.tell(news);
        return !news.isEmpty();
    }

    private boolean isNew(Listeners.Notice notice, long posted) {
        mutex.lock();
        try {
            Long before = told.put(notice, posted);
            return before == null || before < posted;
        } finally {
            mutex.unlock();
        }
    }

    /** Removes what was told. If the transaction fails it is told again, which is harmless. */
    void empty(Session session) throws SQLException {
        for (Map.Entry<Listeners.Notice, Long> entry : takeTold()) {
            session.on(Sql.TAKE_NOTICE)
                    .with(entry.getKey().engine().text())
                    .with(entry.getKey().root().text())
                    .with(entry.getValue())
                    .update();
        }
    }

    private List<Map.Entry<Listeners.Notice, Long>> takeTold() {
        mutex.lock();
        try {
            if (told.isEmpty()) {
                return List.of();
            }
            var entries = List.copyOf(told.entrySet());
            told.clear();
            return entries;
        } finally {
            mutex.unlock();
        }
    }
}

package holdfast.store.sqlite;

import holdfast.model.Root;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a session that writes knows without looking: it has written it itself, and nobody else has written since. Looking again
 * would cost a commit more than deciding.
 *
 * <p>Ends with its session, as it must when a transaction fails: what that one has changed here is not in the file. Used by one
 * thread at a time, inside transactions.
 */
final class Familiar {
    private static final int ROOTS_MAX = 1_024;

    private final Map<String, RootRow> rows =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, RootRow> eldest) {
                    return size() > ROOTS_MAX;
                }
            };

    private StoreClock.@Nullable Stored clock;
    private long version;

    /** To be called when a transaction has begun: forgets everything if another session has written since the one before. */
    void begin(Session session) throws SQLException {
        long now = session.dataVersion();
        if (now != version) {
            rows.clear();
            clock = null;
            version = now;
        }
    }

    /** What the file knows of the time. */
    StoreClock.Stored clock(Session session) throws SQLException {
        if (clock == null) {
            clock = StoreClock.Stored.read(session);
        }
        return clock;
    }

    void learn(StoreClock.Stored read) {
        clock = read;
    }

    /** What the file knows of the time has changed. */
    void forgetClock() {
        clock = null;
    }

    @Nullable RootRow row(Root root) {
        return rows.get(root.text());
    }

    /** Keeps the row as it is now, if it says all that commits ask about. */
    void learn(RootRow row) {
        if (row.tellsAll()) {
            rows.put(row.name(), row);
        } else {
            rows.remove(row.name());
        }
    }

    void forget(String root) {
        rows.remove(root);
    }
}

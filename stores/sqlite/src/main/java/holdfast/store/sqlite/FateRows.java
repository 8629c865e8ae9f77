package holdfast.store.sqlite;

import holdfast.model.Fate;
import holdfast.model.RequestId;
import holdfast.model.StoreTime;
import holdfast.store.LockStore;
import holdfast.store.records.FateJson;
import java.sql.SQLException;
import java.util.Optional;

/**
 * What the file remembers of the requests of one root. Those that are over are numbered without gaps, so what was pushed out by
 * newer ones is known by its number and need not be removed at once.
 */
final class FateRows {
    /** So many are removed at once: to look for them costs the same for one as for many. */
    private static final int SURPLUS_MAX = 250;

    private final Session session;
    private final StoreTime now;
    private final RootRow root;

    FateRows(Snapshot at, RootRow root) {
        this.session = at.session();
        this.now = at.now();
        this.root = root;
    }

    Optional<Fate> find(RequestId request) throws SQLException {
        try (Rows rows = on(Sql.READ_LIVE, request).rows()) {
            if (rows.next()) {
                return Optional.of(new Fate.Live());
            }
        }
        Prepared query =
                on(Sql.READ_ENDED, request)
                        .with(root.ended - LockStore.REMEMBERED_PER_ROOT)
                        .with(forgottenAt(now));
        try (Rows rows = query.rows()) {
            return rows.next() ? Optional.of(FateJson.read(rows.text())) : Optional.empty();
        }
    }

    void addLive(RequestId request) throws SQLException {
        on(Sql.ADD_LIVE, request).update();
    }

    void addEnded(RequestId request, Fate.Ended fate) throws SQLException {
        String body = FateJson.write(fate);
        if (!tryAddEnded(request, body)) {
            removeEnded(request);
            tryAddEnded(request, body);
        }
        root.ended++;
        removeSurplus();
    }

    /** Forgets a request that neither waits nor holds and of whose end nothing was said. */
    void forgetLive(RequestId request) throws SQLException {
        on(Sql.REMOVE_LIVE, request).update();
    }

    /** What ended at this time or before is not remembered any more. */
    static long forgottenAt(StoreTime now) {
        return now.epochNanos() - LockStore.REMEMBERED_FOR.toNanos();
    }

    private boolean tryAddEnded(RequestId request, String body) throws SQLException {
        return on(Sql.ADD_ENDED, request)
                        .with(root.ended + 1)
                        .with(now.epochNanos())
                        .with(body)
                        .update()
                > 0;
    }

    /** Removes what is known of the request's end, if anything is; those after it move up. */
    void removeEnded(RequestId request) throws SQLException {
        long number;
        try (Rows rows = on(Sql.REMOVE_ENDED, request).rows()) {
            if (!rows.next()) {
                return;
            }
            number = rows.number();
        }
        session.on(Sql.CLOSE_GAP).with(root.name()).with(number).update();
        root.ended--;
    }

    private void removeSurplus() throws SQLException {
        long pushedOut = root.ended - LockStore.REMEMBERED_PER_ROOT;
        if (pushedOut - root.forgotten > SURPLUS_MAX) {
            session.on(Sql.FORGET_PUSHED_OUT).with(root.name()).with(pushedOut).update();
            root.forgotten = pushedOut;
        }
    }

    private Prepared on(Sql sql, RequestId request) throws SQLException {
        return session.on(sql).with(root.name()).with(request.text());
    }
}

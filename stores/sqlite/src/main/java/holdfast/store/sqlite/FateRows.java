package holdfast.store.sqlite;

import holdfast.model.Fate;
import holdfast.model.RequestId;
import holdfast.model.StoreTime;
import holdfast.store.Change;
import holdfast.store.LockStore;
import holdfast.store.records.FateJson;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * What the file knows of the requests of one root. What was pushed out by newer ones is known by its number and need not be
 * removed at once.
 */
final class FateRows {
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
        return ended(request);
    }

    /** Whether it is known how the request ended. */
    boolean isEnded(RequestId request) throws SQLException {
        try (Rows rows = onRemembered(Sql.IS_ENDED, request).rows()) {
            return rows.next();
        }
    }

    private Optional<Fate> ended(RequestId request) throws SQLException {
        try (Rows rows = onRemembered(Sql.READ_ENDED, request).rows()) {
            return rows.next() ? Optional.of(FateJson.read(rows.text())) : Optional.empty();
        }
    }

    /** @param body the JSON of the fate */
    void add(Change.Remember change, String body) throws SQLException {
        root.ended++;
        List<RequestId> requests = change.requests();
        for (int i = 0; i < requests.size(); i += 2) {
            root.endedRowAdded();
            session.on(Sql.ADD_ENDED)
                    .with(root.name())
                    .with(requests.get(i).text())
                    .withNullable(i + 1 < requests.size() ? requests.get(i + 1).text() : null)
                    .with(root.ended)
                    .with(now.epochNanos())
                    .with(body)
                    .update();
        }
    }

    /** What ended at this time or before is not remembered any more. */
    static long forgottenAt(StoreTime now) {
        return now.epochNanos() - LockStore.REMEMBERED_FOR.toNanos();
    }

    private Prepared onRemembered(Sql sql, RequestId request) throws SQLException {
        return on(sql, request)
                .with(root.ended - LockStore.REMEMBERED_PER_ROOT)
                .with(forgottenAt(now));
    }

    private Prepared on(Sql sql, RequestId request) throws SQLException {
        return session.on(sql).with(root.name()).with(request.text());
    }
}

package holdfast.store.sqlite;

import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.RequestId;
import holdfast.store.Change;
import holdfast.store.Condition;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What one commit makes of the requests of its root. A live fate goes with the last hold or waiter of its request; a commit that
 * says how it ended, or carries it on, spares the search. Used once.
 */
final class Requests {
    /** They hold, so what they say is unknown is so. */
    private final List<Condition> conditions;

    private final Session session;
    private final RootRow root;
    private final FateRows fates;
    private final Set<RequestId> letGo = new HashSet<>();
    private final Set<RequestId> cared = new HashSet<>();

    Requests(List<Condition> conditions, Snapshot at, RootRow root) {
        this.conditions = conditions;
        this.session = at.session();
        this.root = root;
        this.fates = new FateRows(at, root);
    }

    void remember(Change.Remember change) throws SQLException {
        switch (change.fate()) {
            case Fate.Live live -> {
                for (RequestId request : change.requests()) {
                    begin(request);
                }
            }
            case Fate.Ended ended -> {
                fates.addEnded(change.requests(), ended);
                cared.addAll(change.requests());
            }
        }
    }

    private void begin(RequestId request) throws SQLException {
        if (!root.isNew() && !conditions.contains(new Condition.RequestUnknown(request))) {
            fates.forgetEnded(request);
        }
        fates.addLive(request);
    }

    /** A hold or a waiter of the request has gone. */
    void letGo(RequestId request) {
        letGo.add(request);
    }

    /** A hold or a waiter of the request has come. */
    void carried(RequestId request) {
        cared.add(request);
    }

    /** Forgets the requests of which nothing is left. To be called when all changes are made. */
    void forgetLost() throws SQLException {
        letGo.removeAll(cared);
        if (letGo.isEmpty()) {
            return;
        }
        List<Hold> holds = HoldRows.list(session.on(Sql.HOLDS_OF_ROOT).with(root.name()));
        for (RequestId request : letGo) {
            boolean holding = holds.stream().anyMatch(hold -> hold.claim(request).isPresent());
            if (!holding && !isWaiting(request)) {
                fates.forgetLive(request);
            }
        }
    }

    private boolean isWaiting(RequestId request) throws SQLException {
        Prepared query = session.on(Sql.WAITERS_OF_REQUEST).with(root.name()).with(request.text());
        try (Rows rows = query.rows()) {
            return rows.next();
        }
    }
}

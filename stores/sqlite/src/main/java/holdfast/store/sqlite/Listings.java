package holdfast.store.sqlite;

import holdfast.model.LockId;
import holdfast.model.OwnerId;
import holdfast.model.Root;
import holdfast.model.Waiter;
import holdfast.store.HoldCursor;
import holdfast.store.HoldPage;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks across roots, and along a whole queue. */
final class Listings {
    private Listings() {}

    static HoldPage holds(Snapshot at, @Nullable HoldCursor after, int limit) throws SQLException {
        Prepared query =
                at.session()
                        .on(Sql.ALL_HOLDS)
                        .with(after == null ? "" : after.root().text())
                        .with(after == null ? 0 : after.token().value())
                        .with(limit);
        return new HoldPage(at.now(), HoldRows.list(query));
    }

    static List<Waiter> queue(Snapshot at, Root root, int limit) throws SQLException {
        return WaiterRows.list(at.session().on(Sql.QUEUE).with(root.text()).with(limit));
    }

    static List<Root> waitingRoots(Snapshot at, @Nullable Root after, int limit)
            throws SQLException {
        return roots(
                at.session()
                        .on(Sql.WAITING_ROOTS)
                        .with(after == null ? "" : after.text())
                        .with(limit));
    }

    static Optional<Root> rootOf(Snapshot at, LockId lock) throws SQLException {
        return roots(at.session().on(Sql.ROOT_OF_LOCK).with(lock.text())).stream().findFirst();
    }

    static Set<Root> entangling(Snapshot at, OwnerId owner) throws SQLException {
        return Set.copyOf(roots(at.session().on(Sql.ROOTS_OF_OWNER).with(owner.text())));
    }

    static List<Root> lapsed(Snapshot at, int limit) throws SQLException {
        var roots = new LinkedHashSet<Root>();
        for (Sql sql : List.of(Sql.LAPSED_HOLDS, Sql.LAPSED_WAITERS)) {
            roots.addAll(roots(at.session().on(sql).with(at.now().epochNanos()).with(limit)));
        }
        return roots.stream().limit(limit).toList();
    }

    private static List<Root> roots(Prepared query) throws SQLException {
        try (Rows rows = query.rows()) {
            var roots = new ArrayList<Root>();
            while (rows.next()) {
                roots.add(rows.root());
            }
            return roots;
        }
    }
}

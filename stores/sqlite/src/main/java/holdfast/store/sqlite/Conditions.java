package holdfast.store.sqlite;

import holdfast.store.Condition;
import java.sql.SQLException;
import java.util.List;

/** Compares conditions with what the file holds. */
final class Conditions {
    private Conditions() {}

    static boolean hold(List<Condition> conditions, Snapshot at, RootProbe root)
            throws SQLException {
        for (Condition condition : conditions) {
            if (!holds(condition, at, root)) {
                return false;
            }
        }
        return true;
    }

    private static boolean holds(Condition condition, Snapshot at, RootProbe root)
            throws SQLException {
        RootRow row = root.row();
        return switch (condition) {
            case Condition.VersionIs is -> row.version == is.version();
            case Condition.EpochIs is -> row.epoch == is.epoch();
            case Condition.HoldLive live ->
                    root.endOf(live.token(), at.session())
                            .filter(end -> !at.now().hasReached(end))
                            .isPresent();
            case Condition.HoldLapsed lapsed ->
                    root.endOf(lapsed.token(), at.session())
                            .filter(end -> end.equals(lapsed.until()) && at.now().hasReached(end))
                            .isPresent();
            case Condition.HoldThere there -> root.endOf(there.token(), at.session()).isPresent();
            case Condition.WaiterThere there ->
                    WaiterRows.isThere(at.session(), row.root(), there.ticket());
            case Condition.RequestUnknown unknown -> !root.knows(unknown.request(), at);
            case Condition.WaitersBelow below -> row.waiting < below.count();
            case Condition.NotAfter not -> not.time().hasReached(at.now());
        };
    }
}

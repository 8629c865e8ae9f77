package holdfast.store.sqlite;

import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.Waiter;
import holdfast.store.Interest;
import holdfast.store.RootView;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads what a root looks like. What it costs depends on what is shown, not on how many wait. */
final class Views {
    private Views() {}

    static RootView read(Snapshot at, Root root, Interest interest) throws SQLException {
        RootRow row = RootRow.read(at.session(), root);
        if (row.isNew()) {
            return RootView.untouched(root, at.now());
        }
        List<Hold> holds = HoldRows.list(at.session().on(Sql.HOLDS_OF_ROOT).with(root.text()));
        List<Waiter> waiters = List.of();
        List<Waiter> tails = List.of();
        int waitingPaths = 0;
        if (row.waiting > 0) {
            var front = new QueueFront(at, root);
            waitingPaths = front.addHeads();
            if (!holds.isEmpty()) {
                front.addInsiders();
            }
            front.add(interest);
            waiters = front.inTurn();
            tails = front.tails();
        }
        return new RootView(
                root,
                at.now(),
                row.version,
                row.epoch,
                holds,
                waiters,
                Math.toIntExact(row.waiting),
                waitingPaths,
                tails,
                fates(new FateRows(at, row), interest));
    }

    private static Map<RequestId, Fate> fates(FateRows rows, Interest interest)
            throws SQLException {
        var fates = new HashMap<RequestId, Fate>();
        for (RequestId request : interest.requests()) {
            rows.find(request).ifPresent(fate -> fates.put(request, fate));
        }
        return fates;
    }
}

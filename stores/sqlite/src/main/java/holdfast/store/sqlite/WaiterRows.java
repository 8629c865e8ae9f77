package holdfast.store.sqlite;

import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import holdfast.store.StoreException;
import holdfast.store.records.WaiterFrame;
import holdfast.store.records.WaiterJson;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The waiters in the file, and the count of those who wait for the same path in the same mode. */
final class WaiterRows {
    private WaiterRows() {}

    static void add(Session session, Waiter waiter) throws SQLException {
        String root = waiter.resource().root().text();
        String path = waiter.resource().path().text();
        String mode = Words.of(waiter.mode());
        session.on(Sql.ADD_WAITER)
                .with(root)
                .with(waiter.ticket().number())
                .with(path)
                .with(mode)
                .with(waiter.turn())
                .with(waiter.owner().id().text())
                .with(waiter.claim().request().text())
                .with(waiter.until().epochNanos())
                .with(WaiterJson.write(waiter))
                .update();
        session.on(Sql.COUNT_IN).with(root).with(path).with(mode).update();
    }

    static boolean isThere(Session session, Root root, Ticket ticket) throws SQLException {
        Prepared query = session.on(Sql.READ_WAITER_THERE).with(root.text()).with(ticket.number());
        try (Rows rows = query.rows()) {
            return rows.next();
        }
    }

    /** Whether there was a live waiter to touch. */
    static boolean touch(Snapshot at, Root root, Ticket ticket, Duration lease)
            throws SQLException {
        return at.session()
                        .on(Sql.TOUCH_WAITER)
                        .with(at.now().plus(lease).epochNanos())
                        .with(root.text())
                        .with(ticket.number())
                        .with(at.now().epochNanos())
                        .update()
                > 0;
    }

    /** Removes the waiter; answers whether it was there. */
    static boolean remove(Session session, Root root, Ticket ticket) throws SQLException {
        String path;
        String mode;
        Prepared removal = session.on(Sql.REMOVE_WAITER).with(root.text()).with(ticket.number());
        try (Rows rows = removal.rows()) {
            if (!rows.next()) {
                return false;
            }
            path = rows.text();
            mode = rows.text();
        }
        session.on(Sql.COUNT_OUT).with(root.text()).with(path).with(mode).update();
        session.on(Sql.FORGET_WAITING).with(root.text()).with(path).with(mode).update();
        return true;
    }

    static List<Ticket> lapsed(Snapshot at, Root root, int limit) throws SQLException {
        Prepared query =
                at.session()
                        .on(Sql.LAPSED_OF_ROOT)
                        .with(at.now().epochNanos())
                        .with(root.text())
                        .with(limit);
        try (Rows rows = query.rows()) {
            var lapsed = new ArrayList<Ticket>();
            while (rows.next()) {
                lapsed.add(new Ticket(rows.number()));
            }
            return lapsed;
        }
    }

    /** The waiters that a query finds. */
    static List<Waiter> list(Prepared query) throws SQLException {
        try (Rows rows = query.rows()) {
            var waiters = new ArrayList<Waiter>();
            while (rows.next()) {
                waiters.add(waiter(rows));
            }
            return waiters;
        } catch (IllegalArgumentException e) {
            throw new StoreException.Corrupted(
                    "a stored waiter cannot be read: " + e.getMessage(), e);
        }
    }

    private static Waiter waiter(Rows rows) throws SQLException {
        var frame =
                new WaiterFrame(
                        rows.root(),
                        new Ticket(rows.number()),
                        rows.number(),
                        new StoreTime(rows.number()));
        return WaiterJson.read(rows.text(), frame);
    }
}

package holdfast.store.sqlite;

import holdfast.model.Claim;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Root;
import holdfast.model.Standing;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import holdfast.store.StoreException;
import holdfast.store.records.HoldFrame;
import holdfast.store.records.HoldJson;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The holds in the file. */
final class HoldRows {
    private HoldRows() {}

    /** @param body the JSON of the hold */
    static void add(Session session, Hold hold, String body) throws SQLException {
        session.on(Sql.ADD_HOLD)
                .with(hold.resource().root().text())
                .with(hold.token().value())
                .with(hold.id().text())
                .with(hold.owner().id().text())
                .with(requests(hold.claims()))
                .with(hold.acquiredAt().epochNanos())
                .with(Words.of(hold.standing()))
                .with(hold.heartbeatAt().epochNanos())
                .with(hold.until().epochNanos())
                .with(body)
                .update();
    }

    static Optional<Hold> find(Session session, Root root, Token token) throws SQLException {
        Prepared query = session.on(Sql.READ_HOLD).with(root.text()).with(token.value());
        return list(query).stream().findFirst();
    }

    /** When the hold ends; empty if it is not there. */
    static Optional<StoreTime> end(Session session, Root root, Token token) throws SQLException {
        Prepared query = session.on(Sql.READ_HOLD_END).with(root.text()).with(token.value());
        try (Rows rows = query.rows()) {
            return rows.next() ? Optional.of(new StoreTime(rows.number())) : Optional.empty();
        }
    }

    static void amend(Session session, Hold hold) throws SQLException {
        session.on(Sql.AMEND_HOLD)
                .with(requests(hold.claims()))
                .with(hold.until().epochNanos())
                .with(HoldJson.write(hold))
                .with(hold.resource().root().text())
                .with(hold.token().value())
                .update();
    }

    static void extend(Session session, Hold hold) throws SQLException {
        session.on(Sql.EXTEND_HOLD)
                .with(Words.of(hold.standing()))
                .with(hold.heartbeatAt().epochNanos())
                .with(hold.until().epochNanos())
                .with(hold.resource().root().text())
                .with(hold.token().value())
                .update();
    }

    static void remove(Session session, Root root, Token token) throws SQLException {
        session.on(Sql.REMOVE_HOLD).with(root.text()).with(token.value()).update();
    }

    /** No id contains a line end. */
    private static String requests(List<Claim> claims) {
        var requests = new StringBuilder("\n");
        claims.forEach(claim -> requests.append(claim.request().text()).append('\n'));
        return requests.toString();
    }

    /** The holds that a query finds. */
    static List<Hold> list(Prepared query) throws SQLException {
        try (Rows rows = query.rows()) {
            var holds = new ArrayList<Hold>();
            while (rows.next()) {
                holds.add(hold(rows));
            }
            return holds;
        } catch (IllegalArgumentException e) {
            throw new StoreException.Corrupted(
                    "a stored hold cannot be read: " + e.getMessage(), e);
        }
    }

    private static Hold hold(Rows rows) throws SQLException {
        var frame =
                new HoldFrame(
                        rows.root(),
                        new Token(rows.number()),
                        new LockId(rows.text()),
                        new StoreTime(rows.number()),
                        Words.read(Standing.class, rows.text()),
                        new StoreTime(rows.number()),
                        new StoreTime(rows.number()));
        return HoldJson.read(rows.text(), frame);
    }
}

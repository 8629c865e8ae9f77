package holdfast.store.sqlite;

import holdfast.model.Hold;
import holdfast.model.RequestId;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import holdfast.store.Commit;
import holdfast.store.Condition;
import holdfast.store.LockStore;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that most commits ask about: the time, the row of the root, when one hold ends, whether one request is known. If it must be
 * looked up, then by one statement, since each costs about as much as everything else in a commit.
 */
record RootProbe(
        RootRow row,
        @Nullable Token token,
        @Nullable StoreTime end,
        @Nullable RequestId request,
        boolean known) {

    static RootProbe of(Transaction transaction, Commit commit) throws SQLException {
        RootRow familiar = transaction.familiar().row(commit.root());
        if (familiar == null) {
            return read(transaction, commit);
        }
        return new RootProbe(familiar, null, null, null, false);
    }

    private static RootProbe read(Transaction transaction, Commit commit) throws SQLException {
        Token token = null;
        RequestId request = null;
        for (Condition condition : commit.conditions()) {
            token = token == null ? tokenOf(condition) : token;
            request = request == null ? requestOf(condition) : request;
        }
        Prepared query =
                transaction
                        .session()
                        .on(Sql.READ_ROOT_FOR_COMMIT)
                        .with(commit.root().text())
                        .with(token == null ? 0 : token.value())
                        .withNullable(request == null ? null : request.text())
                        .with(LockStore.REMEMBERED_PER_ROOT);
        try (Rows rows = query.rows()) {
            Packed found = StoreClock.Stored.packed(rows);
            StoreTime now = transaction.timed(StoreClock.Stored.read(found));
            var row = RootRow.read(commit.root(), found);
            Long end = found.optionalNumber();
            boolean live = found.number() != 0;
            Long endedAt = found.optionalNumber();
            return new RootProbe(
                    row,
                    token,
                    end == null ? null : new StoreTime(end),
                    request,
                    live || (endedAt != null && endedAt > FateRows.forgottenAt(now)));
        }
    }

    /** When the hold ends; empty if it is not there. */
    Optional<StoreTime> endOf(Token hold, Session session) throws SQLException {
        if (row.tellsAll()) {
            return row.known(hold).map(Hold::until);
        }
        return hold.equals(token)
                ? Optional.ofNullable(end)
                : HoldRows.end(session, row.root(), hold);
    }

    boolean knows(RequestId one, Snapshot at) throws SQLException {
        if (one.equals(request)) {
            return known;
        }
        var fates = new FateRows(at, row);
        return row.tellsAll()
                ? row.isClaimed(one) || fates.isEnded(one)
                : fates.find(one).isPresent();
    }

    private static @Nullable Token tokenOf(Condition condition) {
        return switch (condition) {
            case Condition.HoldLive live -> live.token();
            case Condition.HoldLapsed lapsed -> lapsed.token();
            case Condition.HoldThere there -> there.token();
            case Condition.VersionIs version -> null;
            case Condition.EpochIs epoch -> null;
            case Condition.WaiterThere waiter -> null;
            case Condition.RequestUnknown unknown -> null;
            case Condition.WaitersBelow below -> null;
            case Condition.NotAfter not -> null;
        };
    }

    private static @Nullable RequestId requestOf(Condition condition) {
        return condition instanceof Condition.RequestUnknown unknown ? unknown.request() : null;
    }
}

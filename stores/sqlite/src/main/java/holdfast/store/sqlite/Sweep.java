package holdfast.store.sqlite;

import holdfast.store.LockStore;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Removes what has been remembered for long enough. Some of the commits, chosen at random, look at the next few roots or requests,
 * and together they go round through all of them. So the cost is small and even, and no process has to live long for it.
 */
final class Sweep {
    private static final int ONE_COMMIT_IN = 64;
    private static final int NOTICES_AT_ONCE = 64;

    /** Looks at two rows for each that is added, so never much more is kept than twice what is remembered. */
    private static final int ONE_ROOT_IN = 8;

    private static final int ROOTS_AT_ONCE = 2 * ONE_ROOT_IN;
    private static final int ONE_ENDED_IN = 64;
    private static final int ENDED_AT_ONCE = 2 * ONE_ENDED_IN;

    /** Nobody is coming for a notice of this age: its engine is gone. */
    private static final Duration NOTICE_KEPT = Duration.ofMinutes(1);

    /** A root, and whether it is vacant and old enough to be forgotten. */
    private record Candidate(String root, boolean forgotten) {}

    /** Sometimes sweeps a little. */
    void now(Transaction transaction) throws SQLException {
        Snapshot at = transaction.snapshot();
        for (int i = times(transaction.addedRoots(), ONE_ROOT_IN); i > 0; i--) {
            sweepRoots(at, transaction.familiar());
        }
        for (int i = times(transaction.addedEnded(), ONE_ENDED_IN); i > 0; i--) {
            sweepEnded(at);
        }
        if (times(1, ONE_COMMIT_IN) > 0) {
            sweepRoots(at, transaction.familiar());
            at.session()
                    .on(Sql.FORGET_NOTICES)
                    .with(at.now().epochNanos() - NOTICE_KEPT.toNanos())
                    .with(NOTICES_AT_ONCE)
                    .update();
        }
    }

    /** On the average one time for so many. */
    private static int times(int added, int oneIn) {
        return (added + ThreadLocalRandom.current().nextInt(oneIn)) / oneIn;
    }

    private static void sweepRoots(Snapshot at, Familiar familiar) throws SQLException {
        Session session = at.session();
        List<Candidate> candidates = candidates(at);
        for (Candidate candidate : candidates) {
            if (candidate.forgotten) {
                session.on(Sql.FORGET_ROOT).with(candidate.root).update();
                familiar.forget(candidate.root);
            }
        }
        String sweptTo = candidates.size() < ROOTS_AT_ONCE ? "" : candidates.getLast().root;
        session.on(Sql.SWEPT_TO).with(sweptTo).update();
    }

    private static List<Candidate> candidates(Snapshot at) throws SQLException {
        Prepared query =
                at.session()
                        .on(Sql.SWEEP_FROM)
                        .with(FateRows.forgottenAt(at.now()))
                        .with(ROOTS_AT_ONCE);
        try (Rows rows = query.rows()) {
            var candidates = new ArrayList<Candidate>();
            while (rows.next()) {
                candidates.add(new Candidate(rows.text(), rows.number() != 0));
            }
            return candidates;
        }
    }

    private static void sweepEnded(Snapshot at) throws SQLException {
        Session session = at.session();
        long from;
        Long to;
        try (Rows rows = session.on(Sql.ENDED_TO_SWEEP).with(ENDED_AT_ONCE - 1).rows()) {
            rows.next();
            from = rows.number();
            to = rows.optionalNumber();
        }
        session.on(Sql.SWEEP_ENDED)
                .with(from)
                .with(to == null ? Long.MAX_VALUE : to)
                .with(FateRows.forgottenAt(at.now()))
                .with(LockStore.REMEMBERED_PER_ROOT)
                .update();
        session.on(Sql.ENDED_SWEPT_TO).with(to == null ? 0 : to).update();
    }
}

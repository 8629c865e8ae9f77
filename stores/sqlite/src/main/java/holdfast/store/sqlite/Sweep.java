package holdfast.store.sqlite;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Removes what has been remembered for long enough: a few roots every few commits, in a circle through all of them. So the cost
 * is small and even, and no process has to live long for it.
 */
final class Sweep {
    private static final int ONE_COMMIT_IN = 16;
    private static final int ROOTS_AT_ONCE = 4;
    private static final int NOTICES_AT_ONCE = 64;

    /** Nobody is coming for a notice of this age: its engine is gone. */
    private static final Duration NOTICE_KEPT = Duration.ofMinutes(1);

    /** A root, and whether it is vacant and old enough to be forgotten. */
    private record Candidate(String root, boolean forgotten) {}

    /** Sometimes sweeps a little. */
    void now(Snapshot at) throws SQLException {
        if (ThreadLocalRandom.current().nextInt(ONE_COMMIT_IN) == 0) {
            sweepRoots(at);
            at.session()
                    .on(Sql.FORGET_NOTICES)
                    .with(at.now().epochNanos() - NOTICE_KEPT.toNanos())
                    .with(NOTICES_AT_ONCE)
                    .update();
        }
    }

    private static void sweepRoots(Snapshot at) throws SQLException {
        Session session = at.session();
        List<Candidate> candidates = candidates(at);
        for (Candidate candidate : candidates) {
            if (candidate.forgotten) {
                for (Sql removal :
                        List.of(
                                Sql.FORGET_ENDED_OF_ROOT,
                                Sql.FORGET_LIVE_OF_ROOT,
                                Sql.FORGET_ROOT)) {
                    session.on(removal).with(candidate.root).update();
                }
            } else {
                session.on(Sql.FORGET_OLD)
                        .with(candidate.root)
                        .with(FateRows.forgottenAt(at.now()))
                        .update();
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
}

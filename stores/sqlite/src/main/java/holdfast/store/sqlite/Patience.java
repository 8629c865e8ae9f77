package holdfast.store.sqlite;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** Tries again while other processes keep the file busy: after short random pauses, which is fair to all of them. */
final class Patience {
    private static final long FIRST_PAUSE_NANOS = 200_000;
    private static final long LONGEST_PAUSE_NANOS = 4_000_000;

    private final long patienceNanos;

    Patience(Duration patience) {
        patienceNanos = patience.toNanos();
    }

    interface Attempt<T> {
        T run() throws SQLException;
    }

    interface Step {
        void run() throws SQLException;
    }

    void whileBusy(Step step) throws SQLException {
        whileBusy(() -> {
            step.run();
            return true;
        });
    }

    /** The attempt must leave nothing behind when it fails. Not ended by an interrupt, which stays set. */
    <T> T whileBusy(Attempt<T> attempt) throws SQLException {
        long start = System.nanoTime();
        long pause = FIRST_PAUSE_NANOS;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return attempt.run();
                } catch (SQLException e) {
                    if (!SqliteErrors.isBusy(e) || System.nanoTime() - start >= patienceNanos) {
                        throw e;
                    }
                }
                interrupted |=
                        Thread.interrupted(); // a set flag would turn the pauses into spinning
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(pause / 2, pause));
                pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

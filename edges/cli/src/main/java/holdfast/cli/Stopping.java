package holdfast.cli;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Brings a process tree to its end: asks, kills when the grace is over, and sees to it that everyone is dead. Used by one thread.
 */
final class Stopping {
    /** Who does not die by then hangs in the kernel or is another user's, and may stay for ever. */
    private static final Duration DEATH_TAKES_AT_MOST = Duration.ofSeconds(5);

    private static final long BETWEEN_LOOKS_NANOS = Duration.ofMillis(20).toNanos();

    private final ProcessTree tree;
    private boolean asked;
    private @Nullable Long killAt;
    private @Nullable Long giveUpAt;

    Stopping(ProcessTree tree) {
        this.tree = tree;
    }

    void ask() {
        asked = true;
        tree.send(UnixSignal.TERM);
    }

    void askAndKillAfter(Duration grace) {
        ask();
        killAfter(grace);
    }

    /** For who was asked already, by others. */
    void killAfter(Duration grace) {
        asked = true;
        killAt = System.nanoTime() + grace.toNanos();
    }

    void kill() {
        asked = true;
        tree.kill();
        if (giveUpAt == null) {
            giveUpAt = System.nanoTime() + DEATH_TAKES_AT_MOST.toNanos();
        }
    }

    /** Kills if that is due. To be called often. */
    void look(Duration trustLeft) {
        boolean due = killAt != null && (hasPassed(killAt) || !trustLeft.isPositive());
        if ((due || giveUpAt != null) && !tree.isGone()) {
            kill();
        }
    }

    /** Kills everyone, and returns when they are dead, or cannot be killed. */
    void killAndAwait() {
        boolean interrupted = Thread.interrupted();
        kill();
        while (!tree.isGone() && !isInVain()) {
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
            interrupted |= Thread.interrupted();
            kill();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    boolean isAsked() {
        return asked;
    }

    boolean isInVain() {
        return giveUpAt != null && hasPassed(giveUpAt) && !tree.isGone();
    }

    private static boolean hasPassed(long nanos) {
        return System.nanoTime() - nanos >= 0;
    }
}

package holdfast.cli;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Brings a process tree to its end: asks, kills when the grace is over, and sees to it that everyone is dead. Used by one thread.
 */
final class Stopping {
    /** Who does not die by then hangs in the kernel, and no waiting helps. */
    private static final Duration DEATH_TAKES_AT_MOST = Duration.ofSeconds(5);

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

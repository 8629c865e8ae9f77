package holdfast.cli;

import holdfast.engine.HeldLock;
import holdfast.engine.HoldState;
import holdfast.engine.Loss;
import holdfast.model.Quarantine;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Watches a command and its locks until the command has ended: passes signals on, and ends the command before the locks can pass
 * to anybody else. Used by one thread; events come from any.
 *
 * <p>A lock that cannot be renewed is trusted until shortly before its lease ends. The command is asked to end so early that it
 * has its grace and is dead by then. When that moment has passed, as after the machine was suspended, it is killed at once. A lock
 * that was taken away by force leaves the grace, but no longer than the usual quarantine, which keeps others out meanwhile. One that
 * was transferred is another's already: the command is killed at once.
 */
final class Supervision {
    /** How often to look although nothing was heard: a suspended machine stops the clock that waits. */
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private static final Duration LOOK_EVERY_WHILE_ENDING = Duration.ofMillis(20);

    private final ChildProcess child;
    private final Stopping stopping;
    private final List<HeldLock> locks;
    private final Policy policy;
    private final Terminal terminal;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    private final Set<HeldLock> takenAway = new HashSet<>();
    private OptionalInt exitCode = OptionalInt.empty();
    private @Nullable Long tellOfTheRestAt;
    private int interrupts;
    private boolean signalled;
    private boolean interruptIsToCome;
    private boolean lost;
    private boolean toldOfThoseWhoCannotBeKilled;

    /**
     * @param grace between being asked to end and being killed
     * @param margin how long dying may take
     */
    record Policy(OnLost onLost, Duration grace, Duration margin) {
        /** Only a force-unlock keeps others out for a while. How long, the holder is not told: the usual time is assumed. */
        Duration graceAfter(Loss.Reason reason) {
            return switch (reason) {
                case FORCED -> {
                    Duration quarantine = Quarantine.USUAL.minus(margin);
                    yield grace.compareTo(quarantine) <= 0 ? grace : quarantine;
                }
                case TRANSFERRED, EXPIRED, STORE_UNREACHABLE, STORE_LOST_THE_HOLD -> Duration.ZERO;
            };
        }
    }

    /** How it went. */
    sealed interface Result {
        record Ended(int exitCode) implements Result {}

        record Lost() implements Result {}

        /** Lost, and someone who cannot be killed runs on: whatever is still held must end with its lease. */
        record LostInVain() implements Result {}
    }

    private sealed interface Event {
        record Signalled(UnixSignal signal) implements Event {}

        record LockLost(HeldLock lock, Loss loss) implements Event {}

        record ChildEnded(int exitCode) implements Event {}
    }

    Supervision(ChildProcess child, List<HeldLock> locks, Policy policy, Terminal terminal) {
        this.child = child;
        this.stopping = new Stopping(child.tree());
        this.locks = locks;
        this.policy = policy;
        this.terminal = terminal;
    }

    /** Tells of a signal that this process got. May be called by any thread. */
    void signal(UnixSignal signal) {
        events.add(new Event.Signalled(signal));
    }

    Result untilTheEnd() throws InterruptedException {
        locks.forEach(lock -> lock.onLost(loss -> events.add(new Event.LockLost(lock, loss))));
        child.onEnd(code -> events.add(new Event.ChildEnded(code)));
        while (!isOver()) {
            switch (events.poll(rest().toNanos(), TimeUnit.NANOSECONDS)) {
                case null -> {}
                case Event.Signalled(UnixSignal signal) -> pass(signal);
                case Event.LockLost(HeldLock lock, Loss loss) -> lose(lock, loss);
                case Event.ChildEnded(int code) -> ended(code);
            }
            endInTime();
            tellOfTheRest();
            stopping.look(trustLeft());
            tellOfThoseWhoCannotBeKilled();
        }
        if (!lost) {
            return new Result.Ended(exitCode.orElse(ExitCode.INTERNAL.code()));
        }
        return stopping.isInVain() ? new Result.LostInVain() : new Result.Lost();
    }

    private void tellOfThoseWhoCannotBeKilled() {
        if (!toldOfThoseWhoCannotBeKilled && stopping.isInVain()) {
            toldOfThoseWhoCannotBeKilled = true;
            terminal.say(
                    "killed, but still there: process "
                            + pids()
                            + (lost ? "" : "; keeping the lock until it is gone"));
        }
    }

    /**
     * After a signal the work is over when everyone who was meant by it is gone, not only the one who was started first. Who cannot
     * be killed is waited for while the locks can be kept.
     */
    private boolean isOver() {
        return (lost && stopping.isInVain())
                || (exitCode.isPresent()
                        && (!(signalled || stopping.isAsked()) || child.tree().isGone()));
    }

    private Duration rest() {
        if (toldOfThoseWhoCannotBeKilled) {
            return LOOK_EVERY;
        }
        if (exitCode.isPresent() || stopping.isAsked()) {
            return LOOK_EVERY_WHILE_ENDING;
        }
        Duration left = trustLeft().minus(policy.grace()).minus(policy.margin());
        return left.isPositive() && left.compareTo(LOOK_EVERY) < 0 ? left : LOOK_EVERY;
    }

    /** A lock that was taken away on purpose cannot be trusted any more, but nobody gets it before the grace is over. */
    private Duration trustLeft() {
        return locks.stream()
                .filter(lock -> !takenAway.contains(lock))
                .map(HeldLock::trustLeft)
                .min(Comparator.naturalOrder())
                .orElse(policy.grace().plus(policy.margin()));
    }

    private void ended(int code) {
        exitCode = OptionalInt.of(code);
        tellOfTheRestAt = System.nanoTime() + LOOK_EVERY.toNanos();
        if (signalled || stopping.isAsked()) {
            child.tree().look();
        } else if (isOfTheTerminal(code)) {
            signalled = true;
            interruptIsToCome = true;
            child.tree().look();
        } else if (ExitCode.isDeathBySignal(code)) {
            endWhatIsLeft();
        }
    }

    /** The terminal has told the whole group: all of it was asked to end, and this process will hear of it in a moment. */
    private static boolean isOfTheTerminal(int code) {
        return code == ExitCode.of(UnixSignal.INT) && Foreground.isOfATerminal();
    }

    /** Someone has killed the command. What it started has not finished, and nobody waits for it any more. */
    private void endWhatIsLeft() {
        child.tree().look();
        if (!child.tree().isGone() && !stopping.isAsked()) {
            terminal.say(
                    "a signal ended the command; asking what it started to end, process "
                            + pids()
                            + "; killing it in "
                            + Durations.inWords(policy.grace()));
            stopping.askAndKillAfter(policy.grace());
        }
    }

    /** Whoever waits for more than a moment wants to know for whom. */
    private void tellOfTheRest() {
        if (tellOfTheRestAt != null && System.nanoTime() - tellOfTheRestAt >= 0 && !isOver()) {
            tellOfTheRestAt = null;
            interruptIsToCome = false;
            terminal.say(
                    "the command has ended; waiting for what it started, process "
                            + pids()
                            + " (interrupt to kill)");
        }
    }

    private String pids() {
        return child.tree().running().stream()
                .map(process -> Long.toString(process.pid()))
                .collect(Collectors.joining(", "));
    }

    private void pass(UnixSignal signal) {
        signalled |= signal.asksToEnd();
        if (signal == UnixSignal.INT) {
            interrupt();
        } else {
            child.tree().send(signal);
        }
    }

    /**
     * The second time we kill. But what a terminal sends, the whole group has got already, and to many programs a second INT means
     * to stop without cleaning up: that is given its grace, unless a third one comes.
     */
    private void interrupt() {
        if (interruptIsToCome) {
            interruptIsToCome = false;
            return;
        }
        interrupts++;
        boolean byTheTerminal = Foreground.isOfATerminal();
        if (exitCode.isPresent() || interrupts > (byTheTerminal ? 2 : 1)) {
            stopping.kill();
        } else if (!byTheTerminal) {
            child.tree().send(UnixSignal.INT);
        } else {
            child.tree().look();
            if (interrupts == 2) {
                terminal.say(
                        "killing the command in "
                                + Durations.inWords(policy.grace())
                                + "; interrupt once more to kill it now");
                stopping.killAfter(policy.grace());
            }
        }
    }

    private void lose(HeldLock lock, Loss loss) {
        lost = true;
        terminal.say("lost lock '" + lock.resource().displayName() + "': " + loss.detail());
        switch (loss.reason()) {
            case FORCED -> takenAway.add(lock);
            case TRANSFERRED, EXPIRED, STORE_UNREACHABLE, STORE_LOST_THE_HOLD -> {}
        }
        end(policy.graceAfter(loss.reason()));
    }

    /** Ends the command while the locks can still be relied on, if they cannot be renewed. */
    private void endInTime() {
        Duration left = trustLeft().minus(policy.margin());
        if (!lost
                && policy.onLost() != OnLost.WARN
                && left.compareTo(policy.grace()) <= 0
                && !isOver()) {
            lost = true;
            terminal.say("the lock cannot be renewed in time" + cause());
            end(left);
        }
    }

    private String cause() {
        return locks.stream()
                .map(HeldLock::state)
                .filter(HoldState.Jeopardy.class::isInstance)
                .map(state -> ": " + ((HoldState.Jeopardy) state).cause())
                .findFirst()
                .orElse("");
    }

    private void end(Duration grace) {
        if (stopping.isAsked() || isOver()) {
            return;
        }
        switch (policy.onLost()) {
            case WARN -> terminal.say("the command goes on without the lock");
            case TERM -> {
                terminal.say("asking the command to end");
                stopping.ask();
            }
            case KILL -> {
                if (grace.isPositive()) {
                    terminal.say(
                            "asking the command to end; killing it in " + Durations.inWords(grace));
                    stopping.askAndKillAfter(grace);
                } else {
                    terminal.say("killing the command: someone else may have the lock by now");
                    stopping.kill();
                }
            }
        }
    }
}

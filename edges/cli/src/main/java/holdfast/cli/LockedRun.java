package holdfast.cli;

import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.engine.LockService;
import holdfast.model.AcquireRequest;
import holdfast.model.Ending;
import holdfast.model.ErrorCode;
import holdfast.model.Explanation;
import holdfast.model.Refusal;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RenewOutcome;
import holdfast.store.StoreException;
import java.util.List;
import java.util.Map;

/** Takes locks, runs a command under them, and gives them back when it has ended. */
final class LockedRun {
    private final LockService locks;
    private final Task task;
    private final Signals signals;
    private final Terminal terminal;

    /**
     * What is to be done.
     *
     * @param surroundings the variables that name the store, for what the command itself starts
     */
    record Task(
            List<AcquireRequest> requests,
            List<String> command,
            Supervision.Policy policy,
            Map<String, String> surroundings,
            NotGiven notGiven,
            RunOutputs outputs) {}

    LockedRun(LockService locks, Task task, Signals signals, Terminal terminal) {
        this.locks = locks;
        this.task = task;
        this.signals = signals;
        this.terminal = terminal;
    }

    /**
     * @param guard of the command; over when it is
     * @return the exit code
     */
    int run(Guard guard) throws InterruptedException {
        return switch (take()) {
            case HoldOutcome.Refused(Refusal refusal) ->
                    task.notGiven().tell(refusal, terminal, locks);
            case HoldOutcome.Taken(List<HeldLock> locks) -> runUnder(locks, guard);
        };
    }

    private HoldOutcome take() throws InterruptedException {
        try (var report = new WaitReport(locks, task.requests(), terminal)) {
            HoldOutcome outcome = locks.holdAll(task.requests());
            if (outcome instanceof HoldOutcome.Taken) {
                report.granted();
            }
            return outcome;
        }
    }

    private int runUnder(List<HeldLock> locks, Guard guard) throws InterruptedException {
        Supervision.Result result;
        try {
            if (Thread.interrupted()) {
                throw new InterruptedException("while the lock was being given");
            }
            task.outputs().write(locks);
            result = supervise(locks, guard);
        } catch (ChildProcess.NotStartedException e) {
            terminal.say(String.valueOf(e.getMessage()));
            result = new Supervision.Result.Ended(e.exitCode().code());
        } catch (InterruptedException e) {
            release(locks, false);
            throw e;
        } catch (RuntimeException e) {
            boolean interrupted = Thread.interrupted(); // it may have failed because of that
            release(locks, false);
            if (interrupted) {
                throw interruption(e);
            }
            throw e;
        }
        return switch (result) {
            case Supervision.Result.Ended(int exitCode) ->
                    release(locks, false) ? exitCode : lost();
            case Supervision.Result.Lost _ -> {
                release(locks, true);
                yield lost();
            }
            case Supervision.Result.LostInVain _ -> lost();
        };
    }

    private static InterruptedException interruption(RuntimeException cause) {
        var interrupted = new InterruptedException("while the command was being started");
        interrupted.initCause(cause);
        return interrupted;
    }

    private int lost() {
        terminal.complain(
                "the lock was lost while the command ran; its work may be unfinished, and"
                        + " others may have begun theirs",
                ErrorCode.LOCK_LOST);
        return ExitCode.LOST.code();
    }

    private Supervision.Result supervise(List<HeldLock> locks, Guard guard)
            throws InterruptedException, ChildProcess.NotStartedException {
        try (var child =
                ChildProcess.start(
                        task.command(), Nesting.environmentOf(locks, task.surroundings()), guard)) {
            var supervision = new Supervision(child, locks, task.policy(), terminal);
            signals.passTo(supervision::signal);
            Thread.interrupted(); // a signal that came just before is the supervision's now
            var result = supervision.untilTheEnd();
            child.over();
            return result;
        }
    }

    /**
     * @param told whether a loss was told already
     * @return whether all were held until now
     */
    private boolean release(List<HeldLock> locks, boolean told) {
        return locks.reversed().stream()
                .map(lock -> release(lock, told))
                .reduce(true, Boolean::logicalAnd);
    }

    private boolean release(HeldLock lock, boolean told) {
        boolean trusted = lock.state().isHeld() && lock.trustLeft().isPositive();
        try {
            if (trusted && isGivenBackAlready(lock)) {
                terminal.say(name(lock) + " had been given back by someone who knew its lock id");
                return false;
            }
            return switch (lock.release()) {
                case ReleaseOutcome.Released _ -> trusted;
                case ReleaseOutcome.Lost lost -> {
                    if (!told) {
                        terminal.say(
                                name(lock)
                                        + " was lost before it was given back: "
                                        + Explanation.of(lost.ending()));
                    }
                    yield false;
                }
                case ReleaseOutcome.NotFound _ -> {
                    terminal.say(name(lock) + " is not known to the store any more");
                    yield false;
                }
            };
        } catch (StoreException e) {
            terminal.say(
                    name(lock)
                            + " could not be given back and ends with its lease: "
                            + e.getMessage());
            return trusted;
        }
    }

    /** Whoever gives back what was given back hears that it is, so a release alone would not tell. */
    private boolean isGivenBackAlready(HeldLock lock) {
        return locks.renew(lock.resource().root(), lock.id(), lock.hold().terms().lease())
                        instanceof RenewOutcome.Lost lost
                && lost.ending() instanceof Ending.Released;
    }

    private static String name(HeldLock lock) {
        return "lock '" + lock.resource().displayName() + "'";
    }
}

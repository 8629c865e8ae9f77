package holdfast.cli;

import holdfast.engine.LockService;
import holdfast.model.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * What a run does whose lock was not given.
 *
 * @param conflictExitCode what to end with if the lock was not free, instead of the usual codes
 */
record NotGiven(IfHeld ifHeld, @Nullable Integer conflictExitCode) {
    /** What to do about a lock that someone else holds. */
    enum IfHeld {
        COMPLAIN,
        /** Whoever holds it does what the command would have done. */
        SKIP
    }

    /**
     * @param locks to ask who is in a deadlock
     * @return the exit code
     */
    int tell(Refusal refusal, Terminal terminal, LockService locks) {
        if (refusal instanceof Refusal.Held held && ifHeld == IfHeld.SKIP) {
            terminal.say("skipped, nothing was run. " + RefusalText.of(held));
            return ExitCode.OK.code();
        }
        int usual = Complaints.to(terminal).refused(refusal, locks);
        return conflictExitCode != null && isConflict(usual) ? conflictExitCode : usual;
    }

    private static boolean isConflict(int exitCode) {
        return exitCode == ExitCode.HELD.code() || exitCode == ExitCode.TIMED_OUT.code();
    }
}

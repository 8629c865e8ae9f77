package holdfast.cli;

import holdfast.model.ErrorCode;

/**
 * The exit codes of the command line itself, the same for the same cause in every command. A command that ran under a lock has
 * its own code passed through, with 128 + n for death by signal n; where the two could be confused, what is printed on stderr
 * tells.
 */
enum ExitCode {
    OK(0, "done"),
    USAGE(64, "the arguments make no sense, or ask for what no retry makes possible"),
    BROKEN(65, "audit verify: a trail was tampered with"),
    NO_SUCH_LOCK(66, "there is no such lock, waiting request, freeze or token"),
    UNAVAILABLE(69, "the store could not be used"),
    INTERNAL(70, "a mistake in Holdfast"),
    TIMED_OUT(72, "the lock was not free before the wait was over"),
    HELD(73, "the lock was not given: held, queue full or frozen"),
    LOST(74, "the lock was lost: expired, force-unlocked or transferred"),
    CANCELLED(75, "the request was cancelled, or a question was not answered with yes"),
    DEADLOCK(76, "waiting would never have ended: a deadlock"),
    NOT_PERMITTED(77, "the owner that was named is not proven, or the server does not permit this"),
    NOT_EXECUTABLE(126, "run: the command could not be executed"),
    NOT_FOUND(127, "run: the command was not found");

    /** The largest that a process can end with. */
    static final int MAX = 255;

    private static final int SIGNAL_BASE = 128;
    private static final int SIGNAL_MAX = 64;

    private final int code;
    private final String meaning;

    ExitCode(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    int code() {
        return code;
    }

    String meaning() {
        return meaning;
    }

    /** A command may also choose such a code for itself, as a shell does whose last command died so. */
    static boolean isDeathBySignal(int code) {
        return code > SIGNAL_BASE && code <= SIGNAL_BASE + SIGNAL_MAX;
    }

    static int of(UnixSignal signal) {
        return SIGNAL_BASE + signal.number();
    }

    static ExitCode of(ErrorCode error) {
        return switch (error) {
            case LOCK_EXISTS, QUEUE_FULL, FROZEN -> HELD;
            case TIMEOUT -> TIMED_OUT;
            case LOCK_NOT_FOUND -> NO_SUCH_LOCK;
            case LOCK_EXPIRED, LOCK_LOST -> LOST;
            case CANCELLED -> CANCELLED;
            case DEADLOCK -> DEADLOCK;
            case BACKEND_ERROR, TOO_MANY_REQUESTS -> UNAVAILABLE;
            case INVALID_REQUEST -> USAGE;
            case PERMISSION_DENIED -> NOT_PERMITTED;
        };
    }
}

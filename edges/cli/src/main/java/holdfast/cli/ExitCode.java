package holdfast.cli;

import holdfast.model.ErrorCode;

/**
 * The exit codes of the command line itself. A command that ran under a lock has its own code passed through, with 128 + n for
 * death by signal n; where the two could be confused, what is printed on stderr tells.
 */
enum ExitCode {
    OK(0),
    /** The arguments make no sense, or ask for something that no retry will make possible. */
    USAGE(64),
    /** The store could not be used. */
    UNAVAILABLE(69),
    /** A mistake in Holdfast. */
    INTERNAL(70),
    /** The lock was not given: held, not free in time, queue full or frozen. */
    HELD(73),
    /** The lock was lost while the command ran; its work may be unfinished, and others may have begun. */
    LOST(74),
    /** Someone withdrew the request while it waited. */
    CANCELLED(75),
    /** Waiting would never have ended. */
    DEADLOCK(76),
    /** The owner that was named is not proven. */
    NOT_PERMITTED(77),
    NOT_EXECUTABLE(126),
    NOT_FOUND(127);

    private static final int SIGNAL_BASE = 128;

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static int of(UnixSignal signal) {
        return SIGNAL_BASE + signal.number();
    }

    static ExitCode of(ErrorCode error) {
        return switch (error) {
            case LOCK_EXISTS, TIMEOUT, QUEUE_FULL, FROZEN -> HELD;
            case LOCK_NOT_FOUND, LOCK_EXPIRED, LOCK_LOST -> LOST;
            case CANCELLED -> CANCELLED;
            case DEADLOCK -> DEADLOCK;
            case BACKEND_ERROR -> UNAVAILABLE;
            case INVALID_REQUEST -> USAGE;
            case PERMISSION_DENIED -> NOT_PERMITTED;
        };
    }
}

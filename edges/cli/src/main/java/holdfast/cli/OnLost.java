package holdfast.cli;

/** What becomes of the command when its lock is lost. */
enum OnLost {
    /** It is asked to end and, when the grace is over, killed. */
    KILL,
    /** It is asked to end. */
    TERM,
    /** It goes on; only a line on stderr and the exit code tell. */
    WARN
}

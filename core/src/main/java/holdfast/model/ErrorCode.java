package holdfast.model;

/** Why something was not done, the same on every edge: command line, HTTP, Java. */
public enum ErrorCode {
    /** Someone else holds what was asked for. */
    LOCK_EXISTS,
    /** There is no such lock. */
    LOCK_NOT_FOUND,
    /** The lease ran out before the request came. */
    LOCK_EXPIRED,
    /** The wait for a lock reached its deadline. */
    TIMEOUT,
    /** The queue is as long as its limit allows. */
    QUEUE_FULL,
    /** Waiting would close, or closed, a cycle of owners who wait for each other. */
    DEADLOCK,
    /** The store could not answer, or its answer was lost. */
    BACKEND_ERROR,
    /** The request breaks a rule or a limit that its text names. */
    INVALID_REQUEST,
    /** The caller may not do this. */
    PERMISSION_DENIED,
    /** The caller held the lock and does not any more. */
    LOCK_LOST,
    /** A freeze forbids new grants here for now. */
    FROZEN,
    /** The request was withdrawn before it was granted. */
    CANCELLED,
    /** The caller asks too often, or too many ask at once. */
    TOO_MANY_REQUESTS
}

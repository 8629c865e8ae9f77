package holdfast.server;

import holdfast.model.ErrorCode;

/** The one place that says which HTTP status an error code has. */
final class Statuses {
    static final int OK = 200;
    static final int CREATED = 201;
    static final int ACCEPTED = 202;
    static final int SEE_OTHER = 303;
    static final int BAD_REQUEST = 400;
    static final int UNAUTHORIZED = 401;
    static final int NOT_FOUND = 404;
    static final int CONFLICT = 409;
    static final int GONE = 410;
    static final int METHOD_NOT_ALLOWED = 405;
    static final int UNSUPPORTED_MEDIA_TYPE = 415;
    static final int TOO_MANY = 429;
    static final int INTERNAL_ERROR = 500;
    static final int UNAVAILABLE = 503;

    private Statuses() {}

    static int of(ErrorCode code) {
        return switch (code) {
            case INVALID_REQUEST -> BAD_REQUEST;
            case PERMISSION_DENIED -> 403;
            case LOCK_NOT_FOUND -> NOT_FOUND;
            case LOCK_EXISTS, TIMEOUT, DEADLOCK -> CONFLICT;
            case LOCK_EXPIRED, LOCK_LOST, CANCELLED -> GONE;
            case FROZEN -> 423;
            case QUEUE_FULL, TOO_MANY_REQUESTS -> TOO_MANY;
            case BACKEND_ERROR -> UNAVAILABLE;
        };
    }

    /** What a caller may do now. */
    static String advice(ErrorCode code) {
        return switch (code) {
            case INVALID_REQUEST -> "Correct the request; the detail says what is wrong.";
            case PERMISSION_DENIED -> "Ask someone with the right to do this.";
            case LOCK_NOT_FOUND -> "Check the id; what ended long ago is not remembered.";
            case LOCK_EXISTS ->
                    "Wait in line (wait_seconds), ask the holder, or try again when the lease is over.";
            case TIMEOUT -> "Wait longer, or ask the holder.";
            case DEADLOCK -> "Release what this owner holds, and take all locks in one order.";
            case LOCK_EXPIRED, LOCK_LOST ->
                    "Stop the work that the lock protected, and send a new request.";
            case CANCELLED -> "Send a new request, with a new request id.";
            case FROZEN -> "Wait for the end of the freeze, or ask for an exemption.";
            case QUEUE_FULL, TOO_MANY_REQUESTS -> "Try again later.";
            case BACKEND_ERROR ->
                    "Repeat the request with the same idempotency key; nothing happens twice.";
        };
    }
}

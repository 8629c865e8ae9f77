package holdfast.server;

import holdfast.model.ErrorCode;
import holdfast.model.LockId;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** An answer that says why something was not done, in the form of RFC 9457. */
final class Problem extends RuntimeException {
    static final String MEDIA_TYPE = "application/problem+json";

    private final int status;
    private final ErrorCode code;
    private final transient Consumer<JsonGenerator> more;
    private final transient Map<String, String> headers;
    private final transient Consumer<JsonGenerator> ending;
    private boolean counted;

    Problem(ErrorCode code, String detail) {
        this(code, detail, json -> {});
    }

    /** @param more writes what else is known, as further fields */
    Problem(ErrorCode code, String detail, Consumer<JsonGenerator> more) {
        super(detail, null, false, false);
        this.status = Statuses.of(code);
        this.code = code;
        this.more = more;
        this.headers = Map.of();
        this.ending = json -> {};
    }

    private Problem(
            Problem other,
            int status,
            Map<String, String> headers,
            Consumer<JsonGenerator> ending) {
        super(other.detail(), null, false, false);
        this.status = status;
        this.code = other.code;
        this.more = other.more;
        this.headers = headers;
        this.ending = ending;
        this.counted = other.counted;
    }

    /** For what HTTP has a status of its own, such as a method that is not allowed. */
    Problem withStatus(int other) {
        return new Problem(this, other, headers, ending);
    }

    Problem withHeader(String name, String value) {
        return new Problem(this, status, Map.of(name, value), ending);
    }

    /** With how a lock ended, which is also told in a list of answers. */
    Problem withEnding(Consumer<JsonGenerator> other) {
        return new Problem(this, status, headers, other);
    }

    /** With fields besides those that it has. */
    Problem with(Consumer<JsonGenerator> other) {
        return withEnding(ending.andThen(other));
    }

    /** Somebody else counts it among the errors. */
    Problem counted() {
        var same = new Problem(this, status, headers, ending);
        same.counted = true;
        return same;
    }

    boolean isCounted() {
        return counted;
    }

    ErrorCode code() {
        return code;
    }

    private String detail() {
        return String.valueOf(getMessage());
    }

    Reply reply() {
        byte[] body = Json.object(this::write);
        return new Reply(status, MEDIA_TYPE, body, headers);
    }

    /** Otherwise the lock may well be there still. */
    private boolean isLoss() {
        return status == Statuses.NOT_FOUND || status == Statuses.GONE;
    }

    /** As one of several answers, each about a lock. */
    void writeIn(JsonGenerator json, LockId lock) {
        json.writeStringProperty("lock_id", lock.text());
        json.writeStringProperty("state", isLoss() ? "lost" : "failed");
        json.writeNumberProperty("status", status);
        json.writeStringProperty("code", code.name());
        json.writeStringProperty("detail", detail());
        ending.accept(json);
    }

    void write(JsonGenerator json) {
        json.writeStringProperty("type", "about:blank");
        json.writeStringProperty("title", title(code));
        json.writeNumberProperty("status", status);
        json.writeStringProperty("code", code.name());
        json.writeStringProperty("detail", detail());
        json.writeStringProperty("what_to_do", Statuses.advice(code));
        more.accept(json);
        ending.accept(json);
    }

    private static String title(ErrorCode code) {
        return switch (code) {
            case LOCK_EXISTS -> "Held by another";
            case LOCK_NOT_FOUND -> "Not found";
            case LOCK_EXPIRED -> "The lease ran out";
            case TIMEOUT -> "Waited too long";
            case QUEUE_FULL -> "The queue is full";
            case DEADLOCK -> "Deadlock";
            case BACKEND_ERROR -> "The store did not answer";
            case INVALID_REQUEST -> "Invalid request";
            case PERMISSION_DENIED -> "Permission denied";
            case LOCK_LOST -> "The lock is lost";
            case FROZEN -> "Frozen";
            case CANCELLED -> "The request was withdrawn";
            case TOO_MANY_REQUESTS -> "Too many requests";
        };
    }
}

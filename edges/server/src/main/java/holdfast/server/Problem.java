package holdfast.server;

import holdfast.model.ErrorCode;
import holdfast.model.LockId;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** An answer that says why something was not done, in the form of RFC 9457. */
final class Problem extends RuntimeException {
    static final String MEDIA_TYPE = "application/problem+json";

    private final ErrorCode code;
    private final transient Consumer<JsonGenerator> more;
    private final transient Form form;

    /**
     * What can be told in another way than usual.
     *
     * @param ending how a lock ended, which is also told in a list of answers
     * @param isCounted whether somebody else counts it among the errors
     */
    private record Form(
            int status,
            String advice,
            Map<String, String> headers,
            Consumer<JsonGenerator> ending,
            boolean isCounted) {}

    Problem(ErrorCode code, String detail) {
        this(code, detail, json -> {});
    }

    /** @param more writes what else is known, as further fields */
    Problem(ErrorCode code, String detail, Consumer<JsonGenerator> more) {
        super(detail, null, false, false);
        this.code = code;
        this.more = more;
        this.form = new Form(Statuses.of(code), Statuses.advice(code), Map.of(), json -> {}, false);
    }

    private Problem(Problem other, Form form) {
        super(other.detail(), null, false, false);
        this.code = other.code;
        this.more = other.more;
        this.form = form;
    }

    /** For what HTTP has a status of its own, such as a method that is not allowed. */
    Problem withStatus(int other) {
        return new Problem(
                this, new Form(other, form.advice, form.headers, form.ending, form.isCounted));
    }

    Problem withHeader(String name, String value) {
        return new Problem(
                this,
                new Form(
                        form.status,
                        form.advice,
                        Map.of(name, value),
                        form.ending,
                        form.isCounted));
    }

    /** For what something else is to be done about than usual. */
    Problem advising(String other) {
        return new Problem(
                this, new Form(form.status, other, form.headers, form.ending, form.isCounted));
    }

    /** With how a lock ended, which is also told in a list of answers. */
    Problem withEnding(Consumer<JsonGenerator> other) {
        return new Problem(
                this, new Form(form.status, form.advice, form.headers, other, form.isCounted));
    }

    /** With fields besides those that it has. */
    Problem with(Consumer<JsonGenerator> other) {
        return withEnding(form.ending.andThen(other));
    }

    /** Somebody else counts it among the errors. */
    Problem counted() {
        return new Problem(
                this, new Form(form.status, form.advice, form.headers, form.ending, true));
    }

    boolean isCounted() {
        return form.isCounted;
    }

    int status() {
        return form.status;
    }

    ErrorCode code() {
        return code;
    }

    private String detail() {
        return String.valueOf(getMessage());
    }

    Reply reply() {
        byte[] body = Json.object(this::write);
        return new Reply(form.status, MEDIA_TYPE, body, form.headers);
    }

    /** Otherwise the lock may well be there still. */
    private boolean isLoss() {
        return form.status == Statuses.NOT_FOUND || form.status == Statuses.GONE;
    }

    /** As one of several answers, each about a lock. */
    void writeIn(JsonGenerator json, LockId lock) {
        json.writeStringProperty("lock_id", lock.text());
        json.writeStringProperty("state", isLoss() ? "lost" : "failed");
        json.writeNumberProperty("status", form.status);
        json.writeStringProperty("code", code.name());
        json.writeStringProperty("detail", detail());
        form.ending.accept(json);
    }

    void write(JsonGenerator json) {
        json.writeStringProperty("type", "about:blank");
        json.writeStringProperty("title", title(code));
        json.writeNumberProperty("status", form.status);
        json.writeStringProperty("code", code.name());
        json.writeStringProperty("detail", detail());
        json.writeStringProperty("what_to_do", form.advice);
        more.accept(json);
        form.ending.accept(json);
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

package holdfast.model;

/** Names one claim; chosen by its caller, so that a repeated request is known to be a repetition. */
public record RequestId(String text) {
    public static final int LENGTH_MAX =
            160; // a lock id fits, so that what became of a lock can be kept under its own id

    public RequestId {
        text = Names.checked("request id", text, LENGTH_MAX);
    }

    @Override
    public String toString() {
        return text;
    }
}

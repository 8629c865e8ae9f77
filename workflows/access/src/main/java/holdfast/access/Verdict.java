package holdfast.access;

/** Whether a caller may do something. */
public sealed interface Verdict {
    record Allowed() implements Verdict {}

    /** @param reason what is missing, for the caller to read; tells nothing about others */
    record Refused(String reason) implements Verdict {}

    default boolean isAllowed() {
        return this instanceof Allowed;
    }
}

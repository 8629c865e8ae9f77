package holdfast.access;

/** Who makes a request, if that is known. */
public sealed interface Authentication {
    record Known(Caller caller) implements Authentication {}

    /** @param reason for the caller to read; never tells which part of a credential was wrong, nor repeats it */
    record Unknown(String reason) implements Authentication {}

    /** It cannot be found out now: the request must not be served, and may be repeated. */
    record Undecided(String reason) implements Authentication {}
}

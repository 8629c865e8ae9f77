package holdfast.model;

/** What else the owner of a request may have. */
public enum OwnerUse {
    /** Nothing: it was made for this request, so nobody can be waiting for anything else of it. */
    ONCE,
    /** Perhaps other locks, or places in line. */
    PERHAPS_AGAIN
}

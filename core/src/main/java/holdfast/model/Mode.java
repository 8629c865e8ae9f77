package holdfast.model;

/** Whether a lock tolerates others on the same resource. Plans share, applies exclude. */
public enum Mode {
    EXCLUSIVE,
    SHARED;

    /** Whether the two cannot be held side by side by different owners. */
    public boolean excludes(Mode other) {
        return this == EXCLUSIVE || other == EXCLUSIVE;
    }

    /** Whether who holds this mode may do what the other mode allows. */
    public boolean includes(Mode other) {
        return this == EXCLUSIVE || other == SHARED;
    }
}

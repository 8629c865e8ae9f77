package holdfast.model;

/** How firmly a hold stands. */
public enum Standing {
    /** Its owner knows of it. */
    CONFIRMED,
    /** Granted from the queue; it falls to the next unless the grantee confirms it before its end. */
    UNCONFIRMED,
    /** Nobody's: keeps a forced-open resource shut while the old holder may still be running. */
    QUARANTINE
}

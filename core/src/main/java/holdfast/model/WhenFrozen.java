package holdfast.model;

/** What to do when a freeze forbids the grant. */
public enum WhenFrozen {
    /** Queue, if the request may wait at all, until the freeze is over. */
    WAIT,
    /** Be refused with the freeze's reason and end. */
    REFUSE
}

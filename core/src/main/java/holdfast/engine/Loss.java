package holdfast.engine;

/**
 * Why a holder does not hold any more.
 *
 * @param detail who, why, or what the store said; for people
 */
public record Loss(Reason reason, String detail) {
    /** The causes that a holder can do something about. */
    public enum Reason {
        /** The lease ran out before a heartbeat could prolong it. */
        EXPIRED,
        /** Someone took the lock away. */
        FORCED,
        /** The lock was handed to another owner. */
        TRANSFERRED,
        /** The store could not be reached for so long that the lease may have run out. */
        STORE_UNREACHABLE,
        /** The store no longer knows of the hold. */
        STORE_LOST_THE_HOLD
    }
}

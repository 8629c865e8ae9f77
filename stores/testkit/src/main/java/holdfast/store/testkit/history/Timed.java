package holdfast.store.testkit.history;

import holdfast.model.StoreTime;

/**
 * A call, and when it took effect, if it did, by the clock of the store.
 *
 * @param notBefore the time at which it was made, or a little before
 * @param notAfter the time at which its answer came, or a little after
 */
record Timed(LockCall call, StoreTime notBefore, StoreTime notAfter) {}

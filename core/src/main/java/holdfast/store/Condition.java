package holdfast.store;

import holdfast.model.RequestId;
import holdfast.model.StoreTime;
import holdfast.model.Ticket;
import holdfast.model.Token;

/** What must be true of a root, at the store's time of the commit, for the commit to happen. */
public sealed interface Condition {
    /** No commit since has granted, amended or ended a hold, or removed a waiter. 0 for a root never seen. */
    record VersionIs(long version) implements Condition {}

    /**
     * Nobody has joined the queue since, except at the end of a line: a store need not count who comes last in an exclusive line
     * whose first one is live and of another owner, and has neither a hold nor another place in the root. 0 for a root never seen.
     */
    record EpochIs(long epoch) implements Condition {}

    /** The hold is there and its {@code until} has not been reached. */
    record HoldLive(Token token) implements Condition {}

    /** The hold is there, nobody has prolonged it, and its {@code until} has been reached. */
    record HoldLapsed(Token token, StoreTime until) implements Condition {}

    /** The hold is there, live or lapsed. */
    record HoldThere(Token token) implements Condition {}

    /** The waiter is there, live or lapsed. */
    record WaiterThere(Ticket ticket) implements Condition {}

    /** The request is not live in this root, and how it ended is not kept. */
    record RequestUnknown(RequestId request) implements Condition {}

    /** The root has fewer waiters than this, live and lapsed together. */
    record WaitersBelow(int count) implements Condition {}

    /** The store's time has not passed this time. */
    record NotAfter(StoreTime time) implements Condition {}
}

package holdfast.rulebook;

import holdfast.model.Freeze;
import holdfast.model.Hold;
import holdfast.model.HoldDraft;
import holdfast.model.Waiter;

/** What stands between a candidate and its lock. */
sealed interface Blocker {
    record ByHold(Hold hold) implements Blocker {}

    /** A hold that is granted by the very commit under deliberation. */
    record ByGrant(HoldDraft draft) implements Blocker {}

    record ByWaiter(Waiter waiter) implements Blocker {}

    record ByFreeze(Freeze freeze) implements Blocker {}
}

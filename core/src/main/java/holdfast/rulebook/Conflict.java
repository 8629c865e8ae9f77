package holdfast.rulebook;

import holdfast.model.Hold;
import holdfast.model.HoldDraft;
import holdfast.model.Mode;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Resource;
import holdfast.model.Waiter;

/**
 * Rule 1, conflict: two claims conflict when one resource covers the other, at least one is exclusive, and the owners differ.
 */
record Conflict(OwnerId owner, Resource resource, Mode mode) {
    static Conflict of(Hold hold) {
        return new Conflict(hold.owner().id(), hold.resource(), hold.mode());
    }

    static Conflict of(HoldDraft draft) {
        return new Conflict(draft.owner().id(), draft.resource(), draft.mode());
    }

    static Conflict of(Waiter waiter) {
        return new Conflict(waiter.owner().id(), waiter.resource(), waiter.mode());
    }

    static Conflict of(Owner owner, Resource resource, Mode mode) {
        return new Conflict(owner.id(), resource, mode);
    }

    boolean with(Conflict other) {
        return !owner.equals(other.owner)
                && mode.excludes(other.mode)
                && resource.overlaps(other.resource);
    }
}

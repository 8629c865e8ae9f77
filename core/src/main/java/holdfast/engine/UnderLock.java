package holdfast.engine;

import holdfast.model.AcquireRequest;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.OwnerId;
import holdfast.model.Refusal;
import java.util.Optional;
import java.util.function.Function;

/** Who names a lock must be its owner, and it must live. */
final class UnderLock {
    private final Keeper keeper;
    private final Function<LockId, Optional<Hold>> find;

    /** @param find looks for live holds in the store */
    UnderLock(Keeper keeper, Function<LockId, Optional<Hold>> find) {
        this.keeper = keeper;
        this.find = find;
    }

    Optional<Refusal> objection(AcquireRequest request) {
        LockId under = request.under();
        if (under == null
                || keeper.all().stream()
                        .anyMatch(kept -> isUnder(kept, under, request.owner().id()))) {
            return Optional.empty();
        }
        Optional<Hold> named = find.apply(under);
        boolean proven = named.filter(hold -> hold.owner().is(request.owner())).isPresent();
        return proven
                ? Optional.empty()
                : Optional.of(new Refusal.NotUnderLiveLock(request.resource(), under, null));
    }

    private boolean isUnder(KeptHold kept, LockId under, OwnerId owner) {
        return kept.hold().id().equals(under)
                && kept.hold().owner().id().equals(owner)
                && keeper.stateOf(kept).isHeld();
    }
}

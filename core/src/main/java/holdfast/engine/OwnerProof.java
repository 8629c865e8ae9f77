package holdfast.engine;

import holdfast.model.AcquireRequest;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Refusal;
import java.util.Optional;
import java.util.function.Function;

/** Who asks under a lock must be its owner, and it must live. */
final class OwnerProof {
    private final Keeper keeper;
    private final Function<LockId, Optional<Hold>> store;

    /** @param store finds a lock that lives */
    OwnerProof(Keeper keeper, Function<LockId, Optional<Hold>> store) {
        this.keeper = keeper;
        this.store = store;
    }

    Optional<Refusal> missing(AcquireRequest request) {
        LockId under = request.under();
        if (under == null) {
            return Optional.empty();
        }
        keeper.confirm(request.owner());
        boolean proven =
                keeper.all().stream().anyMatch(kept -> isProof(kept, under, request))
                        || store.apply(under)
                                .filter(hold -> hold.owner().is(request.owner()))
                                .isPresent();
        return proven
                ? Optional.empty()
                : Optional.of(new Refusal.NotUnderLiveLock(request.resource(), under, null));
    }

    private boolean isProof(KeptHold kept, LockId under, AcquireRequest request) {
        return kept.hold().id().equals(under)
                && kept.hold().owner().is(request.owner())
                && keeper.stateOf(kept).isHeld();
    }
}

package holdfast.simulation;

import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.Standing;
import holdfast.store.Change;

/** A second after a freeze was placed nobody is granted anything below it, except exempt owners and who receives a transfer. */
final class FreezeHolds extends Invariant {
    private final FreezeRecord freezes;

    FreezeHolds(World world, FreezeRecord freezes) {
        super(world);
        this.freezes = freezes;
    }

    @Override
    void committed(Transition transition) {
        boolean transfer =
                transition.commit().changes().stream()
                        .anyMatch(change ->
                                change instanceof Change.End end
                                        && end.ending() instanceof Ending.Transferred);
        for (Hold hold : transition.granted()) {
            if (!transfer
                    && hold.standing() != Standing.QUARANTINE
                    && freezes.stops(hold.owner(), hold.resource(), transition.now())) {
                broken(Shown.of(hold) + " was granted although frozen");
            }
        }
    }
}

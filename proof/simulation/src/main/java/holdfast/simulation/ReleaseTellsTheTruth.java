package holdfast.simulation;

import holdfast.model.Claim;
import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RequestId;
import holdfast.store.Change;
import java.util.HashMap;
import java.util.Map;

/** A release after a loss says that the lock was lost, and one that did release does not. */
final class ReleaseTellsTheTruth extends Invariant {
    private final Map<RequestId, Ending> endings = new HashMap<>();

    ReleaseTellsTheTruth(World world) {
        super(world);
    }

    @Override
    void committed(Transition transition) {
        for (Change change : transition.commit().changes()) {
            if (change instanceof Change.End end) {
                transition
                        .before()
                        .hold(end.hold().token())
                        .ifPresent(hold -> ended(hold, end.ending()));
            } else if (change instanceof Change.Amend amend) {
                transition
                        .before()
                        .hold(amend.token())
                        .ifPresent(hold -> {
                            for (Claim claim : hold.claims()) {
                                if (amend.claims().stream().noneMatch(claim::isSameWishAs)) {
                                    endings.put(claim.request(), new Ending.Released());
                                }
                            }
                        });
            }
        }
    }

    private void ended(Hold hold, Ending ending) {
        hold.claims().forEach(claim -> endings.put(claim.request(), ending));
    }

    @Override
    void released(RequestId claim, ReleaseOutcome outcome) {
        if (world().profile().has(Trouble.Kind.DATA_LOSS)) {
            return; // the claim may be another one of the same name by now
        }
        Ending ending = endings.get(claim);
        boolean wasReleased = ending instanceof Ending.Released;
        switch (outcome) {
            case ReleaseOutcome.Released released -> {
                if (!wasReleased) {
                    broken(claim + " was told 'released', but " + ending);
                }
            }
            case ReleaseOutcome.Lost lost -> {
                if (wasReleased) {
                    broken(claim + " was told 'lost', but it was released");
                }
            }
            case ReleaseOutcome.NotFound notFound -> {
                if (ending != null) {
                    broken(claim + " was told 'not found', but " + ending);
                }
            }
        }
    }

    @Override
    void dataLost() {
        endings.clear();
    }
}

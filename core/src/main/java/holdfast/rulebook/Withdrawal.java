package holdfast.rulebook;

import holdfast.model.CancelOutcome;
import holdfast.model.Ending;
import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.RequestId;
import holdfast.model.Waiter;
import java.util.Optional;

/**
 * How a request leaves the queue without its lock: withdrawn by its caller, or aborted by rule 10. A cancel and a grant have one
 * order: whoever cancels after the grant is told of it. Nobody who waited behind is kept waiting.
 */
final class Withdrawal {
    private Withdrawal() {}

    /** What to do with a request of which nothing is known. */
    enum Unknown {
        LEAVE,
        /** Its first sending may still be under way: from now on it finds its request answered. */
        FORESTALL
    }

    static Decision<CancelOutcome> decide(
            Deliberation deliberation, RequestId request, Ending why, Unknown unknown) {
        Optional<Hold> granted =
                deliberation.holds().stream()
                        .filter(hold -> hold.claim(request).isPresent())
                        .findFirst();
        if (granted.isPresent()) {
            return deliberation.answer(new CancelOutcome.AlreadyGranted(granted.get()));
        }
        Optional<Waiter> place =
                deliberation.view().waiters().stream()
                        .filter(waiter -> waiter.claim().request().equals(request))
                        .findFirst();
        if (place.isPresent()) {
            deliberation.tell(place.get().engine());
            deliberation.leave(place.get(), why);
            HandOver.run(deliberation);
            return deliberation.answer(new CancelOutcome.Cancelled());
        }
        Fate fate = deliberation.view().fates().get(request);
        if (fate instanceof Fate.Ended ended) {
            return deliberation.answer(new CancelOutcome.AlreadyEnded(ended.ending()));
        }
        if (fate == null && unknown == Unknown.LEAVE) {
            return deliberation.answer(new CancelOutcome.NotFound());
        }
        deliberation.remember(request, new Fate.Ended(null, null, why));
        return deliberation.answer(new CancelOutcome.Cancelled());
    }
}

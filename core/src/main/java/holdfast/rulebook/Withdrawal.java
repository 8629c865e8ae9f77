package holdfast.rulebook;

import holdfast.model.CancelOutcome;
import holdfast.model.Ending;
import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.RequestId;
import holdfast.model.Waiter;
import holdfast.store.Condition;
import holdfast.store.RootView;
import java.util.Optional;

/**
 * How a request leaves the queue without its lock: withdrawn by its caller, or aborted by rule 10. A cancel and a grant have one
 * order: whoever cancels after the grant is told of it. Those behind move up: at once, or with the next look if
 * the decision did not see all of them.
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
        RootView view = deliberation.view();
        Optional<Hold> granted = Repetition.holdOf(view, request);
        if (granted.isPresent()) {
            return deliberation.answer(
                    granted.get().isLive(view.now())
                            ? new CancelOutcome.AlreadyGranted(granted.get())
                            : new CancelOutcome.AlreadyEnded(new Ending.Expired()));
        }
        Optional<Waiter> place = Repetition.placeOf(view, request);
        if (place.isPresent()) {
            deliberation.tell(place.get().engine());
            deliberation.leave(place.get(), why);
            return deliberation.answer(new CancelOutcome.Cancelled());
        }
        Fate fate = view.fates().get(request);
        if (fate instanceof Fate.Ended ended && ended.ending().equals(why)) {
            // The same again: perhaps because the first answer was lost.
            return deliberation.answer(new CancelOutcome.Cancelled());
        }
        if (fate instanceof Fate.Ended ended) {
            return deliberation.answer(new CancelOutcome.AlreadyEnded(ended.ending()));
        }
        if (fate == null && unknown == Unknown.LEAVE) {
            return deliberation.answer(new CancelOutcome.NotFound());
        }
        if (fate == null) {
            // It may arrive at this very moment: then there is something to withdraw.
            deliberation.require(new Condition.RequestUnknown(request));
        } else {
            deliberation.requireUnchanged();
        }
        deliberation.remember(request, new Fate.Ended(null, null, why));
        return deliberation.answer(new CancelOutcome.Cancelled());
    }
}

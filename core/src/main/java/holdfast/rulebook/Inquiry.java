package holdfast.rulebook;

import holdfast.model.Ending;
import holdfast.model.Fate;
import holdfast.model.Freeze;
import holdfast.model.Hold;
import holdfast.model.Refusal;
import holdfast.model.RequestId;
import holdfast.model.RequestState;
import holdfast.model.Resource;
import holdfast.model.Standing;
import holdfast.model.Waiter;
import holdfast.store.RootView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What became of a request whose caller comes back for it. Asking keeps its place in line, since it shows that the caller is there,
 * but confirms nothing: the answer to a question may never arrive.
 */
final class Inquiry {
    /** A place is as good as new for this part of its lease: who asks more often than that writes nothing. */
    private static final int FRESH_PART = 6;

    private final Deliberation deliberation;
    private final RootView view;
    private final Resource resource;
    private final RequestId request;

    private Inquiry(Deliberation deliberation, Resource resource, RequestId request) {
        this.deliberation = deliberation;
        this.view = deliberation.view();
        this.resource = resource;
        this.request = request;
    }

    static Decision<RequestState> decide(
            Deliberation deliberation, Resource resource, RequestId request) {
        return new Inquiry(deliberation, resource, request).decide();
    }

    private Decision<RequestState> decide() {
        if (view.fates().get(request) instanceof Fate.Ended ended) {
            return over(Repetition.firstAnswer(resource, ended));
        }
        Optional<Hold> hold = Repetition.holdOf(view, request);
        if (hold.isPresent()) {
            return ofHold(hold.get());
        }
        Optional<Waiter> place =
                Repetition.placeOf(view, request).filter(waiter -> waiter.isLive(view.now()));
        return place.isPresent()
                ? ofPlace(place.get())
                : deliberation.answer(new RequestState.Unknown());
    }

    private Decision<RequestState> ofHold(Hold hold) {
        if (!hold.isLive(view.now())) {
            return over(new Refusal.Ended(resource, hold.id(), hold.token(), new Ending.Expired()));
        }
        return deliberation.answer(
                hold.standing() == Standing.UNCONFIRMED
                        ? new RequestState.Offered(hold, view.now())
                        : new RequestState.Held(hold, view.now()));
    }

    private Decision<RequestState> ofPlace(Waiter place) {
        Duration queueTimeMax = deliberation.rules().limits().queueTimeMax();
        if (view.now().hasReached(place.enqueuedAt().plus(queueTimeMax))) {
            deliberation.leave(place, new Ending.Cancelled("it waited as long as is allowed"));
            return over(
                    new Refusal.TimedOut(
                            resource, queueTimeMax, inTheWay(place), freeze(place), view.now()));
        }
        deliberation.handOver();
        Optional<Deliberation.Given> given = deliberation.givenTo(request);
        if (given.isPresent()) {
            return deliberation.answer(stamp -> {
                Hold hold = given.get().hold().apply(stamp);
                return given.get().isConfirmed()
                        ? new RequestState.Held(hold, stamp.now())
                        : new RequestState.Offered(hold, stamp.now());
            });
        }
        Duration lease = deliberation.rules().ticketLease();
        if (view.now().plus(lease.minus(lease.dividedBy(FRESH_PART))).hasReached(place.until())) {
            deliberation.touch(place);
        }
        return deliberation.answer(new RequestState.Waiting(place));
    }

    private @Nullable Freeze freeze(Waiter place) {
        return deliberation.admission().freeze(Candidate.of(place)).orElse(null);
    }

    private List<Hold> inTheWay(Waiter place) {
        return deliberation.admission().holdsInTheWay(Candidate.of(place));
    }

    private Decision<RequestState> over(Refusal refusal) {
        return deliberation.answer(new RequestState.Over(refusal));
    }
}

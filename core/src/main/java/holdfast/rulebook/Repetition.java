package holdfast.rulebook;

import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.Claim;
import holdfast.model.Ending;
import holdfast.model.EngineId;
import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.Owner;
import holdfast.model.Refusal;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Standing;
import holdfast.model.Waiter;
import holdfast.model.WhenHeld;
import holdfast.store.RootView;
import java.util.Optional;

/**
 * What a request is answered that is known already: its first answer again. A late duplicate never becomes a second grant; only
 * a grant that nobody was told of, and a place in line that has lapsed, leave a request as if it were new.
 */
final class Repetition {
    private final Deliberation deliberation;
    private final RootView view;
    private final AcquireRequest request;

    Repetition(Deliberation deliberation, AcquireRequest request) {
        this.deliberation = deliberation;
        this.view = deliberation.view();
        this.request = request;
    }

    /** Empty if the request is to be decided as a new one. */
    Optional<Decision<AcquireOutcome>> answer() {
        if (view.fates().get(request.id()) instanceof Fate.Ended ended) {
            return Optional.of(refused(firstAnswer(request.resource(), ended)));
        }
        Optional<Hold> hold = holdOf(view, request.id());
        if (hold.isPresent()) {
            hold.get()
                    .claim(request.id())
                    .ifPresent(claim -> requireSame(claim, hold.get().owner()));
            return Optional.of(grantedBefore(hold.get()));
        }
        Optional<Waiter> place = placeOf(view, request.id());
        place.ifPresent(waiter -> requireSame(waiter.claim(), waiter.owner()));
        return place.filter(waiter -> waiter.isLive(view.now())).map(this::inLine);
    }

    /** The hold that the request was granted, live or lapsed, unless nobody was told of it in time. */
    static Optional<Hold> holdOf(RootView view, RequestId request) {
        return view.holds().stream()
                .filter(hold -> hold.claim(request).isPresent())
                .filter(hold -> hold.isLive(view.now()) || hold.standing() == Standing.CONFIRMED)
                .findFirst();
    }

    /** The place that the request has in line, live or lapsed. */
    static Optional<Waiter> placeOf(RootView view, RequestId request) {
        return view.waiters().stream()
                .filter(waiter -> waiter.claim().request().equals(request))
                .findFirst();
    }

    /** Whoever gives one id to two wishes, or to two runs, would take the answer to the one for an answer to the other. */
    private void requireSame(Claim first, Owner owner) {
        if (!first.isSameWishAs(request.claim()) || !owner.is(request.owner())) {
            throw new InvalidRequestException(
                    "request id '"
                            + request.id()
                            + "' already names another wish, of "
                            + owner.name()
                            + " for "
                            + first.resource());
        }
    }

    private Decision<AcquireOutcome> grantedBefore(Hold hold) {
        if (!hold.isLive(view.now())) {
            return refused(
                    new Refusal.Ended(
                            request.resource(), hold.id(), hold.token(), new Ending.Expired()));
        }
        Claim claim = hold.claim(request.id()).orElseThrow();
        EngineId engine = deliberation.circumstances().via();
        if (claim.via() != null && !claim.via().equals(engine)) {
            Hold shared = deliberation.share(hold, claim);
            return deliberation.answer(stamp ->
                    new AcquireOutcome.Granted(
                            shared.renewed(hold.terms().lease(), stamp.now()), request.claim()));
        }
        if (hold.standing() == Standing.UNCONFIRMED) {
            return Renewal.confirm(view, hold, request);
        }
        return new Decision<>(
                null,
                stamp -> new AcquireOutcome.Granted(hold, request.claim()),
                Decision.More.SETTLED);
    }

    /** It may be its turn without anybody having noticed: who asks hands over, to itself too. */
    private Decision<AcquireOutcome> inLine(Waiter place) {
        deliberation.handOver();
        return deliberation
                .givenTo(request.id())
                .filter(Deliberation.Given::isConfirmed)
                .map(given ->
                        deliberation.<AcquireOutcome>answer(stamp ->
                                new AcquireOutcome.Granted(
                                        given.hold().apply(stamp), request.claim())))
                .orElseGet(() -> deliberation.answer(stillInLine(place)));
    }

    /** Who repeats the request and does not want to wait leaves the place to the sending that does. */
    private AcquireOutcome stillInLine(Waiter place) {
        return switch (request.whenHeld()) {
            case WhenHeld.Wait wait -> new AcquireOutcome.Queued(place);
            case WhenHeld.GiveUp giveUp ->
                    new AcquireOutcome.Refused(
                            new Refusal.Held(
                                    request.resource(),
                                    deliberation.admission().holdsInTheWay(Candidate.of(place)),
                                    view.waiting(),
                                    view.now()));
        };
    }

    /** What a request that is over was answered. */
    static Refusal firstAnswer(Resource resource, Fate.Ended ended) {
        if (ended.lock() != null && ended.token() != null) {
            return new Refusal.Ended(resource, ended.lock(), ended.token(), ended.ending());
        }
        return switch (ended.ending()) {
            case Ending.Aborted aborted -> new Refusal.Deadlock(resource, aborted.cycle());
            case Ending.Cancelled cancelled -> new Refusal.Cancelled(resource, cancelled.why());
            // Endings of a hold, which a request that never had one cannot come to.
            case Ending.Released released -> new Refusal.Cancelled(resource, "released");
            case Ending.Expired expired -> new Refusal.Cancelled(resource, "expired");
            case Ending.Unconfirmed unconfirmed -> new Refusal.Cancelled(resource, "unconfirmed");
            case Ending.Forced forced -> new Refusal.Cancelled(resource, forced.reason());
            case Ending.Transferred transferred -> new Refusal.Cancelled(resource, "transferred");
        };
    }

    private Decision<AcquireOutcome> refused(Refusal refusal) {
        return deliberation.answer(new AcquireOutcome.Refused(refusal));
    }
}

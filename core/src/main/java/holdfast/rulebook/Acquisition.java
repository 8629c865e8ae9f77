package holdfast.rulebook;

import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.Ending;
import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.HoldDraft;
import holdfast.model.Refusal;
import holdfast.model.Standing;
import holdfast.model.Terms;
import holdfast.model.Ticket;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.model.WaiterDraft;
import holdfast.model.WhenFrozen;
import holdfast.model.WhenHeld;
import holdfast.store.Condition;
import holdfast.store.RootView;
import java.util.List;
import java.util.Optional;

/** What becomes of a wish for a lock: its first answer again, a further claim, a grant, a place in line, or a refusal. */
final class Acquisition {
    private final Deliberation deliberation;
    private final RootView view;
    private final Rules rules;
    private final AcquireRequest request;
    private final Terms terms;

    private Acquisition(Deliberation deliberation, AcquireRequest request) {
        this.deliberation = deliberation;
        this.view = deliberation.view();
        this.rules = deliberation.rules();
        this.request = request;
        this.terms = new Terms(request.lease(), rules.tenureOf(request.resource()).orElse(null));
    }

    static Decision<AcquireOutcome> decide(Deliberation deliberation, AcquireRequest request) {
        deliberation.rules().limits().check(request);
        return new Acquisition(deliberation, request).decide();
    }

    private Decision<AcquireOutcome> decide() {
        Fate fate = view.fates().get(request.id());
        if (fate instanceof Fate.Ended ended) {
            return deliberation.answer(refused(firstAnswer(ended)));
        }
        Optional<Hold> hold =
                deliberation.holds().stream()
                        .filter(candidate -> candidate.claim(request.id()).isPresent())
                        .findFirst();
        if (hold.isPresent()) {
            return grantedBefore(hold.get());
        }
        Optional<Waiter> place =
                view.waiters().stream()
                        .filter(waiter -> waiter.claim().request().equals(request.id()))
                        .findFirst();
        if (place.isPresent() && place.get().isLive(view.now())) {
            return deliberation.answer(new AcquireOutcome.Queued(place.get()));
        }
        place.ifPresent(deliberation::seat);
        if (fate == null) {
            deliberation.require(new Condition.RequestUnknown(request.id()));
        }
        HandOver.run(deliberation);
        return decideNewcomer();
    }

    /** A repetition gets its first answer; if that was not confirmed yet, it is now. */
    private Decision<AcquireOutcome> grantedBefore(Hold hold) {
        if (hold.standing() == Standing.UNCONFIRMED) {
            return Renewal.confirm(view, hold, request);
        }
        return new Decision<>(
                null,
                stamp -> new AcquireOutcome.Granted(hold, request.claim()),
                Decision.More.SETTLED);
    }

    private Decision<AcquireOutcome> decideNewcomer() {
        if (request.under() != null && Reentry.isLost(view, request.owner(), request.under())) {
            return deliberation.answer(
                    refused(
                            new Refusal.NotUnderLiveLock(
                                    request.resource(), request.under(), new Ending.Expired())));
        }
        if (!Reentry.isProven(deliberation.holds(), request)) {
            return deliberation.answer(
                    refused(new Refusal.OwnerNotProven(request.resource(), request.owner().id())));
        }
        var included =
                Reentry.including(
                        deliberation.holds(), request.owner(), request.resource(), request.mode());
        if (included.isPresent()) {
            Hold hold = Reentry.addClaim(deliberation, included.get(), request.claim(), terms);
            deliberation.remember(request.id(), new Fate.Live());
            return deliberation.answer(new AcquireOutcome.Granted(hold, request.claim()));
        }
        var candidate =
                Candidate.newcomer(
                        request, new TurnOrder(rules).placeOfNewcomer(view, request.priority()));
        return deliberation
                .admission()
                .blocker(candidate)
                .map(blocker -> decideBlocked(blocker, candidate))
                .orElseGet(this::grant);
    }

    private Decision<AcquireOutcome> grant() {
        HoldDraft draft =
                new HoldDraft(
                        request.resource(),
                        request.mode(),
                        request.owner(),
                        List.of(request.claim()),
                        terms,
                        terms.lease(),
                        Standing.CONFIRMED,
                        request.priority(),
                        request.note(),
                        deliberation.circumstances().engine(),
                        deliberation.nextHash());
        int number = deliberation.grant(draft);
        deliberation.remember(request.id(), new Fate.Live());
        if (request.smallestToken() != null) {
            deliberation.raiseNumbers(request.smallestToken());
        }
        return deliberation.answer(stamp ->
                new AcquireOutcome.Granted(
                        draft.stamped(stamp.now(), new Token(stamp.firstNumber() + number)),
                        request.claim()));
    }

    private Decision<AcquireOutcome> decideBlocked(Blocker blocker, Candidate candidate) {
        if (blocker instanceof Blocker.ByFreeze frozen
                && request.whenFrozen() == WhenFrozen.REFUSE) {
            return deliberation.answer(
                    refused(new Refusal.Frozen(request.resource(), frozen.freeze())));
        }
        return switch (request.whenHeld()) {
            case WhenHeld.GiveUp giveUp ->
                    deliberation.answer(refused(refusalOf(blocker, candidate)));
            case WhenHeld.Wait wait -> join(blocker);
        };
    }

    private Refusal refusalOf(Blocker blocker, Candidate candidate) {
        if (blocker instanceof Blocker.ByFreeze frozen) {
            return new Refusal.Frozen(request.resource(), frozen.freeze());
        }
        return new Refusal.Held(
                request.resource(),
                deliberation.admission().holdsInTheWay(candidate),
                view.waiting(),
                view.now());
    }

    private Decision<AcquireOutcome> join(Blocker blocker) {
        Limits limits = rules.limits();
        if (view.waiting() >= limits.queueLengthMax()) {
            deliberation.dropLapsed();
            return deliberation.answer(
                    refused(
                            new Refusal.QueueFull(
                                    request.resource(), "queue length", limits.queueLengthMax())));
        }
        if (view.waitingPaths() >= limits.waitingPathsMax() && !isWaitedFor()) {
            deliberation.dropLapsed();
            return deliberation.answer(
                    refused(
                            new Refusal.QueueFull(
                                    request.resource(),
                                    "waiting paths",
                                    limits.waitingPathsMax())));
        }
        stayBehind(blocker);
        WaiterDraft draft =
                new WaiterDraft(
                        request.claim(),
                        request.owner(),
                        terms,
                        request.priority(),
                        new TurnOrder(rules).headStart(request.priority()),
                        request.note(),
                        deliberation.circumstances().engine(),
                        rules.ticketLease());
        int number = deliberation.join(draft);
        deliberation.remember(request.id(), new Fate.Live());
        return deliberation.answer(stamp ->
                new AcquireOutcome.Queued(
                        draft.stamped(stamp.now(), new Ticket(stamp.firstNumber() + number))));
    }

    /** Joins do not conflict with each other: each only depends on its own blocker still being there. */
    private void stayBehind(Blocker blocker) {
        deliberation.require(new Condition.WaitersBelow(rules.limits().queueLengthMax()));
        if (view.fates().containsKey(request.id())) {
            // It comes back for a new place, so the store cannot tell a repetition by the request
            // alone.
            deliberation.require(new Condition.VersionIs(view.version()));
            deliberation.require(new Condition.EpochIs(view.epoch()));
        }
        switch (blocker) {
            case Blocker.ByHold held ->
                    deliberation.require(new Condition.HoldThere(held.hold().token()));
            case Blocker.ByWaiter waits ->
                    deliberation.require(new Condition.WaiterThere(waits.waiter().ticket()));
            // Granted by this very commit, which already depends on the whole root.
            case Blocker.ByGrant granted -> {}
            // Whoever waits for the end of a freeze looks again when it ends or is lifted.
            case Blocker.ByFreeze frozen -> {}
        }
    }

    private boolean isWaitedFor() {
        return view.waiters().stream()
                .anyMatch(waiter -> waiter.resource().equals(request.resource()));
    }

    private Refusal firstAnswer(Fate.Ended ended) {
        if (ended.lock() != null && ended.token() != null) {
            return new Refusal.Ended(
                    request.resource(), ended.lock(), ended.token(), ended.ending());
        }
        return switch (ended.ending()) {
            case Ending.Aborted aborted ->
                    new Refusal.Deadlock(request.resource(), aborted.cycle());
            case Ending.Cancelled cancelled ->
                    new Refusal.Cancelled(request.resource(), cancelled.why());
            default -> new Refusal.Cancelled(request.resource(), ended.ending().toString());
        };
    }

    private static AcquireOutcome refused(Refusal refusal) {
        return new AcquireOutcome.Refused(refusal);
    }
}

package holdfast.rulebook;

import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.Claim;
import holdfast.model.Freeze;
import holdfast.model.Hold;
import holdfast.model.HoldDraft;
import holdfast.model.Refusal;
import holdfast.model.Standing;
import holdfast.model.Terms;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import holdfast.model.WaiterDraft;
import holdfast.model.WhenFrozen;
import holdfast.model.WhenHeld;
import holdfast.store.Condition;
import holdfast.store.RootView;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What becomes of a new wish for a lock: a further claim, a grant, a place in line, or a refusal. */
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
        return new Repetition(deliberation, request)
                .answer()
                .orElseGet(() -> new Acquisition(deliberation, request).decide());
    }

    static Waiter inLine(Deliberation deliberation, AcquireRequest request) {
        RootView view = deliberation.view();
        var place = new TurnOrder(deliberation.rules()).placeOfNewcomer(view, request.priority());
        return new Acquisition(deliberation, request)
                .draft()
                .stamped(view.now(), new Ticket(place.ticket()));
    }

    static boolean isHeld(RootView view, AcquireRequest request) {
        var wish = Conflict.of(request.owner(), request.resource(), request.mode());
        return view.holds().stream()
                .anyMatch(hold -> hold.isLive(view.now()) && wish.with(Conflict.of(hold)));
    }

    private Claim ownClaim() {
        return request.claim().through(deliberation.circumstances().via());
    }

    private Decision<AcquireOutcome> decide() {
        // A place that has lapsed: the request comes back for a new one.
        Repetition.placeOf(view, request.id()).ifPresent(deliberation::seat);
        if (!view.fates().containsKey(request.id())) {
            deliberation.require(new Condition.RequestUnknown(request.id()));
        }
        deliberation.handOver();
        return decideNewcomer();
    }

    private Decision<AcquireOutcome> decideNewcomer() {
        Optional<Refusal> lost = Reentry.lost(view, request);
        if (lost.isPresent()) {
            return deliberation.answer(refused(lost.get()));
        }
        if (!Reentry.isProven(deliberation.holds(), request)) {
            return deliberation.answer(
                    refused(new Refusal.OwnerNotProven(request.resource(), request.owner().id())));
        }
        Reentry.confirmNamed(deliberation, request);
        var included =
                Reentry.including(
                        deliberation.holds(), request.owner(), request.resource(), request.mode());
        if (included.isPresent()) {
            Limits.checkClaims(included.get());
            Hold hold = Reentry.addClaim(deliberation, included.get(), ownClaim(), terms);
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
                        List.of(ownClaim()),
                        terms,
                        terms.lease(),
                        Standing.CONFIRMED,
                        request.priority(),
                        request.note(),
                        deliberation.circumstances().via(),
                        deliberation.nextHash());
        int number = deliberation.grant(draft);
        raiseNumbers();
        if (deliberation.waits(request.owner())) {
            // Those who wait for the new hold are no longer in the way of the owner's other wishes.
            deliberation.settleAgain();
        }
        return deliberation.answer(stamp ->
                new AcquireOutcome.Granted(
                        Deliberation.stamped(draft, number, stamp), request.claim()));
    }

    /** A grant from the queue gets a larger number than its ticket, so raising the one raises the other. */
    private void raiseNumbers() {
        if (request.smallestToken() != null) {
            deliberation.raiseNumbers(request.smallestToken());
        }
    }

    private Decision<AcquireOutcome> decideBlocked(Blocker blocker, Candidate candidate) {
        Optional<Freeze> freeze = deliberation.admission().freeze(candidate);
        if (freeze.isPresent() && request.whenFrozen() == WhenFrozen.REFUSE) {
            return deliberation.answer(
                    refused(new Refusal.Frozen(request.resource(), freeze.get())));
        }
        return switch (request.whenHeld()) {
            case WhenHeld.GiveUp giveUp ->
                    deliberation.answer(refused(refusalOf(blocker, candidate)));
            case WhenHeld.Wait wait -> join(blocker, candidate);
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

    private Decision<AcquireOutcome> join(Blocker blocker, Candidate candidate) {
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
        stayBehind(blocker, candidate);
        WaiterDraft draft = draft();
        int number = deliberation.join(draft);
        raiseNumbers();
        return deliberation.answer(stamp ->
                new AcquireOutcome.Queued(
                        draft.stamped(stamp.now(), new Ticket(stamp.firstNumber() + number))));
    }

    private WaiterDraft draft() {
        return new WaiterDraft(
                request.claim(),
                request.owner(),
                terms,
                request.priority(),
                new TurnOrder(rules).headStart(request.priority()),
                request.note(),
                deliberation.circumstances().via(),
                rules.ticketLease());
    }

    /**
     * Joins do not conflict with each other: each only depends on something in its way still being there. Of the waiters ahead
     * that is the last, since it stays for longest.
     */
    private void stayBehind(Blocker blocker, Candidate candidate) {
        deliberation.require(new Condition.WaitersBelow(rules.limits().queueLengthMax()));
        if (view.fates().containsKey(request.id())) {
            // It comes back for a new place, so the store cannot tell a repetition by the request
            // alone.
            deliberation.requireUnchanged();
        }
        Optional<Waiter> last = lastAhead(candidate);
        if (last.isPresent()) {
            deliberation.require(new Condition.WaiterThere(last.get().ticket()));
            return;
        }
        switch (blocker) {
            case Blocker.ByHold held -> deliberation.requireLive(held.hold().token());
            // Is among those ahead.
            case Blocker.ByWaiter waits -> {}
            // Granted by this very commit, which already depends on the whole root.
            case Blocker.ByGrant granted -> {}
            // Whoever waits for the end of a freeze looks again when it ends or is lifted.
            case Blocker.ByFreeze frozen -> {}
        }
    }

    private Optional<Waiter> lastAhead(Candidate candidate) {
        Admission admission = deliberation.admission();
        return Stream.concat(
                        admission.waitersInTheWay(candidate).stream(),
                        admission.showing(view.tails()).waitersInTheWay(candidate).stream())
                .max(Waiter.TURN_ORDER);
    }

    private boolean isWaitedFor() {
        return view.waiters().stream()
                .anyMatch(waiter -> waiter.resource().equals(request.resource()));
    }

    private static AcquireOutcome refused(Refusal refusal) {
        return new AcquireOutcome.Refused(refusal);
    }
}

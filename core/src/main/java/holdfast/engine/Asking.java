package holdfast.engine;

import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.Hold;
import holdfast.model.OwnerId;
import holdfast.model.Refusal;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.rulebook.Circumstances;
import holdfast.rulebook.Company;
import holdfast.rulebook.Decision;
import holdfast.rulebook.Rulebook;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.Notice;
import holdfast.store.RootView;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks for a lock, once: what is free is granted, and who may wait joins the line, unless that would close a cycle. */
final class Asking {
    private final Site site;
    private final CommitLoop loop;
    private final Deadlocks deadlocks;

    /**
     * What a request was answered.
     *
     * @param made the commit by which it was granted or queued, if it was by one just now
     * @param told the commit since which the place is known that another engine's commit granted the lock to, if that one's notice is
     *     believed
     */
    record Outcome(AcquireOutcome outcome, CommitLoop.@Nullable Made made, @Nullable Anchor told) {
        Outcome(AcquireOutcome outcome, CommitLoop.@Nullable Made made) {
            this(outcome, made, null);
        }
    }

    Asking(Site site, CommitLoop loop, Deadlocks deadlocks) {
        this.site = site;
        this.loop = loop;
        this.deadlocks = deadlocks;
    }

    Outcome ask(Bid bid) {
        AcquireRequest request = bid.request();
        long began = site.host().monotonicNanos();
        try {
            Outcome outcome = askAgainIfFull(bid);
            site.observers()
                    .tell(() ->
                            new Observation.Answered(
                                    request.resource(), outcome.outcome(), since(began)));
            return outcome;
        } catch (StoreException e) {
            site.observers()
                    .tell(() -> new Observation.Unanswered(request.resource(), since(began)));
            throw e;
        }
    }

    private Duration since(long began) {
        return Duration.ofNanos(site.host().monotonicNanos() - began);
    }

    private Outcome askAgainIfFull(Bid bid) {
        Outcome first = askOnce(bid);
        if (first.outcome() instanceof AcquireOutcome.Refused refused
                && refused.refusal() instanceof Refusal.QueueFull) {
            // That refusal cleared away lapsed places, which may have been what filled the queue.
            return askOnce(bid);
        }
        return first;
    }

    /** Takes what another engine's commit granted; if it is not there any more, asks. */
    Outcome take(Bid bid, Notice.Offer offer) {
        Optional<Outcome> told = believed(bid, offer);
        return told.isPresent() ? told.get() : confirmed(bid, offer.token());
    }

    /**
     * The grant as the notice tells it, which is as true as the commit's own answer. Whoever is told of it must know how long it lasts: that is
     * counted from when its place was last made or kept, so a notice that comes late is not believed. The first heartbeat confirms the
     * lock, and comes at once.
     */
    private Optional<Outcome> believed(Bid bid, Notice.Offer offer) {
        Optional<Waiter> place = bid.seat().place();
        Optional<Anchor> anchor = bid.seat().anchor();
        AcquireRequest request = bid.request();
        if (offer.made() == null
                || !bid.isKept()
                || place.isEmpty()
                || anchor.isEmpty()
                || offer.token().value() <= place.get().ticket().number()
                || !place.get().terms().lease().equals(request.lease())) {
            return Optional.empty();
        }
        Hold hold = Rulebook.offered(place.get(), offer.token(), offer.made());
        Duration trusted = KeptHold.trustedOf(anchor.get().until(hold.until()));
        Duration left = trusted.minus(anchor.get().sentAt().elapsed(HostTime.of(site.host())));
        Duration enough = hold.acquiredAt().until(hold.until()).dividedBy(2);
        return left.compareTo(enough) < 0
                ? Optional.empty()
                : Optional.of(
                        new Outcome(
                                new AcquireOutcome.Granted(hold, request.claim()),
                                null,
                                anchor.get()));
    }

    private Outcome confirmed(Bid bid, Token offered) {
        AcquireRequest request = bid.request();
        Optional<CommitLoop.Confirmed> confirmed = loop.confirm(request, offered);
        return confirmed.isEmpty()
                ? askAgain(bid)
                : new Outcome(
                        new AcquireOutcome.Granted(confirmed.get().hold(), request.claim()),
                        confirmed.get().made());
    }

    private Outcome askOnce(Bid bid) {
        bid.decideAnew();
        return goAlong(bid).orElseGet(() -> askAgain(bid));
    }

    /** For a request that may be in line already. */
    Outcome askAgain(Bid bid) {
        AcquireRequest request = bid.request();
        bid.decideAnew();
        var done =
                loop.decideWarm(
                        bid.root(),
                        Rulebook.interestIn(request),
                        view -> loop.rulebook().isGoodFor(view, request),
                        rule(bid));
        return new Outcome(done.answer(), done.made());
    }

    private CommitLoop.Rule<AcquireOutcome> rule(Bid bid) {
        return (view, circumstances) -> rule(bid, view, circumstances.askedVia(bid.via()));
    }

    /** Joins with the next hand-over, if one is to be expected. */
    private Optional<Outcome> goAlong(Bid bid) {
        Optional<RootView> view =
                bid.waitsHere(Riders.MOMENT)
                        ? loop.handedOverJustNow(bid.root())
                                .filter(seen -> loop.rulebook().isGoodFor(seen, bid.request()))
                        : Optional.empty();
        if (view.isEmpty()) {
            return Optional.empty();
        }
        Decision<AcquireOutcome> decision =
                rule(bid).apply(view.get(), loop.circumstances(view.get()));
        Commit commit = decision.commit();
        if (commit == null || !Company.mayJoin(commit)) {
            return Optional.empty();
        }
        return switch (loop.riders().ride(commit, bid.seat())) {
            case Riders.Arrival.Carried(CommitLoop.Made made) ->
                    Optional.of(new Outcome(decision.answer().apply(made.stamp()), made));
            case Riders.Arrival.Left left -> Optional.empty();
            case Riders.Arrival.Unknown unknown -> Optional.of(readBack(bid));
        };
    }

    private Outcome readBack(Bid bid) {
        var done = loop.decideInDoubt(bid.root(), Rulebook.interestIn(bid.request()), rule(bid));
        return new Outcome(done.answer(), done.made());
    }

    private Decision<AcquireOutcome> rule(Bid bid, RootView view, Circumstances circumstances) {
        AcquireRequest request = bid.request();
        Decision<AcquireOutcome> decision = loop.rulebook().acquire(view, request, circumstances);
        if (!joins(decision)) {
            return decision;
        }
        bid.joining();
        if (!bid.mayBeWaitedFor()) {
            return decision;
        }
        List<OwnerId> cycle = deadlocks.closedBy(request, circumstances);
        if (cycle.isEmpty()) {
            return decision;
        }
        Refusal refusal = new Refusal.Deadlock(request.resource(), cycle);
        return new Decision<>(
                null, stamp -> new AcquireOutcome.Refused(refusal), Decision.More.SETTLED);
    }

    private static boolean joins(Decision<AcquireOutcome> decision) {
        return decision.commit() != null
                && decision.commit().changes().stream()
                        .anyMatch(change -> change instanceof Change.Join);
    }

    /** Ends a cycle that closed from two sides at once, now that the request is in line. */
    void joined(Bid bid) {
        // What the owner has elsewhere may be waited for only since then.
        bid.decideAnew();
        if (bid.mayBeWaitedFor()) {
            deadlocks.resolveThrough(bid.request().owner().id());
        }
    }
}

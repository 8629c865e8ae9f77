package holdfast.engine;

import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.OwnerId;
import holdfast.model.Refusal;
import holdfast.model.Token;
import holdfast.rulebook.Circumstances;
import holdfast.rulebook.Decision;
import holdfast.rulebook.Rulebook;
import holdfast.store.Change;
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
     * @param made the commit by which it was granted, if it was by one just now
     */
    record Outcome(AcquireOutcome outcome, CommitLoop.@Nullable Made made) {}

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
    Outcome take(Bid bid, Token offered) {
        AcquireRequest request = bid.request();
        Optional<CommitLoop.Confirmed> confirmed = loop.confirm(request, offered);
        return confirmed.isEmpty()
                ? askOnce(bid)
                : new Outcome(
                        new AcquireOutcome.Granted(confirmed.get().hold(), request.claim()),
                        confirmed.get().made());
    }

    Outcome askOnce(Bid bid) {
        AcquireRequest request = bid.request();
        bid.decideAnew();
        var done =
                loop.decideWarm(
                        bid.root(),
                        Rulebook.interestIn(request),
                        view -> loop.rulebook().isGoodFor(view, request),
                        (view, circumstances) ->
                                rule(bid, view, circumstances.askedVia(bid.via())));
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

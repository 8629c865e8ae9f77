package holdfast.engine;

import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.Hold;
import holdfast.model.Length;
import holdfast.model.LockId;
import holdfast.model.OwnerId;
import holdfast.model.Refusal;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.Waiter;
import holdfast.model.WhenHeld;
import holdfast.rulebook.Circumstances;
import holdfast.rulebook.Decision;
import holdfast.rulebook.Rulebook;
import holdfast.store.Change;
import holdfast.store.Interest;
import holdfast.store.RootView;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Acquires, and waits where that was asked for. Every way out of a wait gives up the place in line. */
final class Waits {
    private final Site site;
    private final CommitLoop loop;
    private final WaitingRoom room;
    private final Deadlocks deadlocks;
    private final Attempts attempts;
    private final Withdrawals withdrawals;
    private volatile boolean closed;

    /**
     * An outcome that is not 'queued'.
     *
     * @param made the commit by which it was granted, if it was by one just now
     */
    record Outcome(AcquireOutcome outcome, CommitLoop.@Nullable Made made) {}

    Waits(Site site, CommitLoop loop, WaitingRoom room, Deadlocks deadlocks) {
        this.site = site;
        this.loop = loop;
        this.room = room;
        this.deadlocks = deadlocks;
        this.attempts = new Attempts(site.host());
        this.withdrawals = new Withdrawals(site, loop, attempts);
    }

    /** Acquires for a caller who can ask again if the answer is lost. */
    Outcome acquire(AcquireRequest request) throws InterruptedException {
        attempts.begin(request.id());
        try {
            Outcome outcome = attempt(request);
            if (outcome.outcome() instanceof AcquireOutcome.Granted) {
                attempts.got(request.id());
            }
            return outcome;
        } finally {
            withdrawals.end(request.resource().root(), request.id());
        }
    }

    /** Acquires what nobody would give back if its caller did not hear of it. */
    HoldOutcome acquire(AcquireRequest request, Function<Outcome, HoldOutcome> keeping)
            throws InterruptedException {
        attempts.begin(request.id());
        boolean granted = false;
        try {
            Outcome outcome = attempt(request);
            granted = outcome.outcome() instanceof AcquireOutcome.Granted;
            HoldOutcome answer = keeping.apply(outcome);
            if (granted) {
                attempts.got(request.id());
            }
            return answer;
        } catch (StoreException e) {
            if (granted || e instanceof StoreException.OutcomeUnknown) {
                attempts.owe(request.id(), Attempts.Debt.WITHDRAW_LATER);
            }
            throw e;
        } finally {
            withdrawals.end(request.resource().root(), request.id());
        }
    }

    private Outcome attempt(AcquireRequest request) throws InterruptedException {
        HostTime began = HostTime.of(site.host());
        Outcome first = decide(request);
        if (first.outcome() instanceof AcquireOutcome.Refused refused
                && refused.refusal() instanceof Refusal.QueueFull) {
            // That refusal cleared away lapsed places, which may have been what filled the queue.
            first = decide(request);
        }
        if (first.outcome() instanceof AcquireOutcome.Queued queued
                && request.whenHeld() instanceof WhenHeld.Wait wait) {
            return await(request, queued.waiter(), wait.atMost(), began);
        }
        return first;
    }

    private Outcome decide(AcquireRequest request) {
        var done =
                loop.decideWarm(
                        request.resource().root(),
                        Rulebook.interestIn(request),
                        view ->
                                request.under() == null
                                        && view.holds().isEmpty()
                                        && view.waiting() == 0,
                        (view, circumstances) -> rule(request, view, circumstances));
        return new Outcome(done.answer(), done.made());
    }

    private Decision<AcquireOutcome> rule(
            AcquireRequest request, RootView view, Circumstances circumstances) {
        Decision<AcquireOutcome> decision = loop.rulebook().acquire(view, request, circumstances);
        if (!joins(decision) || !mayBeWaitedFor(request)) {
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

    /** Whoever holds nothing and waits nowhere is in nobody's way, so its wait closes no cycle. */
    private boolean mayBeWaitedFor(AcquireRequest request) {
        Root here = request.resource().root();
        return request.under() != null
                || site.store().entangling(request.owner().id()).stream()
                        .anyMatch(root -> !root.equals(here));
    }

    private Outcome await(AcquireRequest request, Waiter place, Duration atMost, HostTime began)
            throws InterruptedException {
        Outcome outcome = null;
        Seat seat = room.enter(request, place.ticket());
        try {
            if (mayBeWaitedFor(request)) {
                deadlocks.resolveThrough(request.owner().id());
            }
            outcome = awaitGrant(seat, atMost, began);
            return outcome;
        } finally {
            room.leave(seat);
            if (outcome == null || isTimeout(outcome)) {
                attempts.owe(request.id(), Attempts.Debt.WITHDRAW_NOW);
            }
        }
    }

    private static boolean isTimeout(Outcome outcome) {
        return outcome.outcome() instanceof AcquireOutcome.Refused refused
                && refused.refusal() instanceof Refusal.TimedOut;
    }

    private Outcome awaitGrant(Seat seat, Duration atMost, HostTime began)
            throws InterruptedException {
        AcquireRequest request = seat.request();
        // Apart from the poller's: a look that needs no write may succeed where its touches fail.
        var trouble = new StoreTrouble("waiting for '" + request.resource() + "'");
        Duration pause = atMost;
        while (true) {
            Duration left =
                    atMost.minusNanos(site.host().monotonicNanos() - began.monotonicNanos());
            if (!left.isPositive()) {
                StoreException failing = either(trouble.latest(), seat.trouble().latest());
                if (failing != null) {
                    throw failedMeanwhile(request.resource(), atMost, failing);
                }
                return new Outcome(
                        new AcquireOutcome.Refused(timedOut(request.resource(), atMost)), null);
            }
            seat.await(pause.compareTo(left) < 0 ? pause : left);
            Seat.Delivery delivery = seat.delivery();
            if (delivery != null) {
                return new Outcome(delivery.granted(), delivery.made());
            }
            if (closed) {
                throw new StoreException.Unavailable(
                        "the engine was closed while '"
                                + request.resource()
                                + "' was waited for; the place in line is given up",
                        null);
            }
            try {
                Outcome again = decide(request);
                trouble.over();
                if (!(again.outcome() instanceof AcquireOutcome.Queued queued)) {
                    return again;
                }
                seat.moveTo(queued.waiter().ticket());
                pause = atMost;
            } catch (StoreException e) {
                // The place is kept, and the poller tries too.
                pause = trouble.failed(e);
            }
        }
    }

    private static @Nullable StoreException either(
            @Nullable StoreException one, @Nullable StoreException other) {
        return one == null ? other : one;
    }

    private Refusal timedOut(Resource resource, Duration waited) {
        try {
            RootView view = site.store().read(resource.root(), Interest.NONE);
            List<Hold> holders =
                    view.holds().stream()
                            .filter(hold ->
                                    hold.isLive(view.now()) && hold.resource().overlaps(resource))
                            .toList();
            return new Refusal.TimedOut(resource, waited, holders, view.now());
        } catch (StoreException e) {
            throw failedMeanwhile(resource, waited, e);
        }
    }

    /** Who waited on a store that fails cannot know whether its turn came: that is no plain time-out. */
    private static StoreException failedMeanwhile(
            Resource resource, Duration waited, StoreException trouble) {
        String text =
                "gave up after waiting "
                        + Length.inWords(waited)
                        + " for '"
                        + resource.displayName()
                        + "' while the store was failing: "
                        + trouble.getMessage();
        return trouble instanceof StoreException.Corrupted
                ? new StoreException.Corrupted(text, trouble)
                : new StoreException.Unavailable(text, trouble);
    }

    /** Gives back a claim of which its caller was not told. */
    void giveBack(Root root, LockId lock, RequestId request) {
        withdrawals.giveBack(root, lock, request);
    }

    /** Gives back later what the store did not take back now. */
    void giveBackLater(Root root, RequestId request) {
        withdrawals.later(root, request);
    }

    /** Whoever waits stops waiting once the room wakes it. */
    void close() {
        closed = true;
    }
}

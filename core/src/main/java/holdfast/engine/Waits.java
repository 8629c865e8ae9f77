package holdfast.engine;

import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.Freeze;
import holdfast.model.Hold;
import holdfast.model.Length;
import holdfast.model.LockId;
import holdfast.model.Refusal;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.Waiter;
import holdfast.model.WhenHeld;
import holdfast.store.Interest;
import holdfast.store.Notice;
import holdfast.store.RootView;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Acquires, and waits where that was asked for. Every way out of a wait gives up the place in line. */
final class Waits {
    private final Site site;
    private final WaitingRoom room;
    private final Asking asking;
    private final Attempts attempts;
    private final Withdrawals withdrawals;
    private final FreezeWatch freezes;
    private volatile boolean closed;

    Waits(Site site, CommitLoop loop, WaitingRoom room, Asking asking) {
        this.site = site;
        this.room = room;
        this.asking = asking;
        this.attempts = new Attempts(site.host());
        this.withdrawals = new Withdrawals(site, loop, attempts);
        this.freezes = loop.freezes();
    }

    /** Acquires for a caller who can ask again if the answer is lost. */
    Asking.Outcome acquire(AcquireRequest request) throws InterruptedException {
        attempts.begin(request.id());
        try {
            Asking.Outcome outcome = attempt(request, Bid.Caller.DETACHED);
            if (outcome.outcome() instanceof AcquireOutcome.Granted) {
                attempts.got(request.id());
            }
            return outcome;
        } finally {
            withdrawals.end(request.resource().root(), request.id());
        }
    }

    /** Acquires what nobody would give back if its caller did not hear of it. */
    HoldOutcome acquire(AcquireRequest request, Function<Asking.Outcome, HoldOutcome> keeping)
            throws InterruptedException {
        attempts.begin(request.id());
        boolean granted = false;
        try {
            Asking.Outcome outcome = attempt(request, Bid.Caller.KEPT);
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

    private Asking.Outcome attempt(AcquireRequest request, Bid.Caller caller)
            throws InterruptedException {
        HostTime began = HostTime.of(site.host());
        Bid bid = Bid.here(request, site, room, caller);
        try {
            Asking.Outcome first = asking.ask(bid);
            if (first.outcome() instanceof AcquireOutcome.Queued queued
                    && request.whenHeld() instanceof WhenHeld.Wait wait) {
                seated(bid.seat(), queued.waiter(), first.made());
                return await(bid, queued.waiter(), wait.atMost(), began);
            }
            return first;
        } finally {
            bid.getUp();
        }
    }

    private static void seated(Seat seat, Waiter place, CommitLoop.@Nullable Made made) {
        seat.moveTo(place);
        if (made != null) {
            seat.keptBy(Anchor.of(made));
        }
    }

    private Asking.Outcome await(Bid bid, Waiter place, Duration atMost, HostTime began)
            throws InterruptedException {
        Asking.Outcome outcome = null;
        AcquireRequest request = bid.request();
        Seat.Delivery delivery = bid.seat().delivery();
        try {
            if (delivery == null) {
                room.seated(bid.seat(), place);
                asking.joined(bid);
                outcome = awaitGrant(bid, atMost, began);
            } else {
                // While it was still on its way to its place.
                outcome = new Asking.Outcome(delivery.granted(), delivery.made());
            }
            return outcome;
        } finally {
            if (outcome == null || isTimeout(outcome)) {
                attempts.owe(request.id(), Attempts.Debt.WITHDRAW_NOW);
            }
        }
    }

    private static boolean isTimeout(Asking.Outcome outcome) {
        return outcome.outcome() instanceof AcquireOutcome.Refused refused
                && refused.refusal() instanceof Refusal.TimedOut;
    }

    private Asking.Outcome awaitGrant(Bid bid, Duration atMost, HostTime began)
            throws InterruptedException {
        AcquireRequest request = bid.request();
        Seat seat = bid.seat();
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
                return new Asking.Outcome(
                        new AcquireOutcome.Refused(timedOut(request, atMost)), null);
            }
            seat.await(pause.compareTo(left) < 0 ? pause : left);
            Seat.Delivery delivery = seat.delivery();
            if (delivery != null) {
                return new Asking.Outcome(delivery.granted(), delivery.made());
            }
            requireOpen(request);
            try {
                Notice.Offer offered = seat.takeOffer();
                Asking.Outcome again =
                        offered == null ? asking.askAgain(bid) : asking.take(bid, offered);
                trouble.over();
                if (!(again.outcome() instanceof AcquireOutcome.Queued queued)) {
                    return again;
                }
                seated(seat, queued.waiter(), again.made());
                pause = atMost;
            } catch (StoreException e) {
                // The place is kept, and the poller tries too.
                pause = trouble.failed(e);
            }
        }
    }

    private void requireOpen(AcquireRequest request) {
        if (closed) {
            throw new StoreException.Unavailable(
                    "the engine was closed while '"
                            + request.resource()
                            + "' was waited for; the place in line is given up",
                    null);
        }
    }

    private static @Nullable StoreException either(
            @Nullable StoreException one, @Nullable StoreException other) {
        return one == null ? other : one;
    }

    private Refusal timedOut(AcquireRequest request, Duration waited) {
        Resource resource = request.resource();
        try {
            RootView view = site.store().read(resource.root(), Interest.NONE);
            List<Hold> holders =
                    view.holds().stream()
                            .filter(hold ->
                                    hold.isLive(view.now()) && hold.resource().overlaps(resource))
                            .toList();
            Freeze freeze =
                    freezes.goodAt(view.now())
                            .stopping(request.owner(), resource, view.now())
                            .orElse(null);
            return new Refusal.TimedOut(resource, waited, holders, freeze, view.now());
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

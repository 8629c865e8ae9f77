package holdfast.engine;

import holdfast.model.AcquireRequest;
import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.Mode;
import holdfast.model.Refusal;
import holdfast.model.WhenHeld;
import holdfast.store.FreezeDraft;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rule 13, the lock on everything: a lock of its own, so that there is one at a time, and a freeze of everything with its owner
 * exempt. It is taken when the last other hold is gone.
 */
final class GlobalLock {
    private static final Logger LOG = LoggerFactory.getLogger(GlobalLock.class);
    static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);

    private final LockEngine engine;
    private final Site site;

    GlobalLock(LockEngine engine, Site site) {
        this.engine = engine;
        this.site = site;
    }

    HoldOutcome hold(AcquireRequest request) throws InterruptedException {
        long began = site.host().monotonicNanos();
        HoldOutcome first = engine.holdOne(request);
        if (!(first instanceof HoldOutcome.Taken taken)) {
            return first;
        }
        HeldLock lock = taken.locks().get(0);
        boolean complete = false;
        try {
            FreezeDraft draft = freezeFor(lock, request);
            try {
                engine.freeze(draft);
            } finally {
                // Not before: a lock that is lost meanwhile would leave the freeze behind.
                thawWhenOver(lock, draft);
            }
            List<Hold> others = awaitLastOther(lock, request, began);
            complete = others.isEmpty() && lock.state().isHeld();
            return complete ? taken : new HoldOutcome.Refused(refusal(request, lock, others));
        } finally {
            if (!complete) {
                lock.close();
            }
        }
    }

    private FreezeDraft freezeFor(HeldLock lock, AcquireRequest request) {
        // Its own, so that the end of another lock or claim of the same owner cannot lift it.
        String id = "global-" + lock.token() + "-" + Long.toHexString(site.host().random());
        return GlobalFreeze.draft(id, lock.owner(), request.note().reason(), request.lease());
    }

    /** The freeze lives as long as the lock: prolonged with it, lifted when it ends. */
    private void thawWhenOver(HeldLock lock, FreezeDraft draft) {
        EngineHost.Signal signal = site.host().newSignal();
        lock.onChange(state -> signal.raise());
        site.host()
                .start(
                        "holdfast-global",
                        () -> {
                            try {
                                while (lock.state().isHeld()) {
                                    signal.await(draft.lasts().dividedBy(6));
                                    if (lock.state().isHeld()) {
                                        prolong(draft);
                                    }
                                }
                                engine.thaw(draft.id(), draft.by(), "the global lock ended");
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            } catch (StoreException e) {
                                LOG.warn(
                                        "the freeze of a global lock was not lifted and ends by itself: {}",
                                        e.getMessage());
                            }
                        });
    }

    private void prolong(FreezeDraft draft) {
        try {
            GlobalFreeze.prolong(site.store(), draft);
        } catch (StoreException e) {
            LOG.warn(
                    "the freeze of a global lock was not prolonged, trying again: {}",
                    e.getMessage());
        }
    }

    private List<Hold> awaitLastOther(HeldLock lock, AcquireRequest request, long began)
            throws InterruptedException {
        Duration atMost =
                request.whenHeld() instanceof WhenHeld.Wait wait ? wait.atMost() : Duration.ZERO;
        EngineHost.Signal never = site.host().newSignal();
        while (true) {
            List<Hold> others = GlobalFreeze.othersThan(lock.owner(), engine::holds);
            Duration left = atMost.minusNanos(site.host().monotonicNanos() - began);
            if (others.isEmpty() || !left.isPositive() || !lock.state().isHeld()) {
                return others;
            }
            never.await(left.compareTo(BETWEEN_LOOKS) < 0 ? left : BETWEEN_LOOKS);
        }
    }

    private static Refusal refusal(AcquireRequest request, HeldLock lock, List<Hold> others) {
        if (!lock.state().isHeld()) {
            return new Refusal.NotUnderLiveLock(request.resource(), lock.id(), null);
        }
        return request.whenHeld() instanceof WhenHeld.Wait wait
                ? new Refusal.TimedOut(
                        request.resource(),
                        wait.atMost(),
                        others,
                        null,
                        others.get(0).heartbeatAt())
                : new Refusal.Held(request.resource(), others, 0, others.get(0).heartbeatAt());
    }

    static void check(AcquireRequest request) {
        if (request.mode() != Mode.EXCLUSIVE) {
            throw new InvalidRequestException("a lock on everything is always exclusive");
        }
    }
}

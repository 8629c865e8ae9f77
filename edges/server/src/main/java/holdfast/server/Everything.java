package holdfast.server;

import holdfast.engine.HoldPages;
import holdfast.engine.LockEngine;
import holdfast.engine.RemoteCallers;
import holdfast.model.AuditEntry;
import holdfast.model.Freeze;
import holdfast.model.Freezes;
import holdfast.model.Hold;
import holdfast.model.Prefix;
import holdfast.model.Refusal;
import holdfast.model.RenewOutcome;
import holdfast.model.RequestId;
import holdfast.model.RequestState;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.model.keys.Keys;
import holdfast.store.FreezeDraft;
import holdfast.store.LockStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Rule 13, the lock on everything, for callers that are elsewhere: a lock of its own, and a freeze of everything with its owner exempt; it
 * is theirs when the last other lock is gone. Nothing of that is remembered here: the freeze is named after the lock's token, so any server
 * finds it, prolongs it with the lock's renewals, and lifts it when the lock is given back. If its owner is gone both end by themselves.
 */
final class Everything {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);

    private final LockEngine engine;
    private final LockStore store;

    /**
     * How far a request is.
     *
     * @param state {@code Held} also while others still hold something
     * @param others whose locks it waits for
     */
    record Progress(RequestState state, List<Hold> others) {
        /** What callers are told while it is not theirs yet; empty when it is, or is over. */
        Optional<Hold> pending() {
            return switch (state) {
                case RequestState.Held held when !others.isEmpty() -> Optional.of(held.hold());
                case RequestState.Offered offered -> Optional.of(offered.hold());
                default -> Optional.empty();
            };
        }
    }

    Everything(LockEngine engine, LockStore store) {
        this.engine = engine;
        this.store = store;
    }

    static boolean isMeantBy(Resource resource) {
        return Keys.isGlobal(resource);
    }

    /**
     * Goes on with a request as far as it gets in this time.
     *
     * @param state how it stood when its caller asked, so that what is offered by then is confirmed by the asking
     */
    Progress advance(RequestId request, Resource resource, RequestState state, Duration atMost)
            throws InterruptedException {
        long began = System.nanoTime();
        if (state instanceof RequestState.Waiting) {
            // What is offered meanwhile is for the next request to confirm: this caller may be
            // gone.
            return new Progress(engine.remote().await(resource, request, atMost), List.of());
        }
        RequestState now =
                state instanceof RequestState.Offered offered ? confirmed(offered.hold()) : state;
        if (!(now instanceof RequestState.Held held)) {
            return new Progress(now, List.of());
        }
        freeze(held.hold());
        while (true) {
            List<Hold> others = others(held.hold());
            Duration left = atMost.minusNanos(System.nanoTime() - began);
            if (others.isEmpty() || !left.isPositive() || engine.remote().isClosed()) {
                return new Progress(now, others);
            }
            TimeUnit.NANOSECONDS.sleep(Math.min(left.toNanos(), BETWEEN_LOOKS.toNanos()));
        }
    }

    private RequestState confirmed(Hold hold) {
        Duration lease = hold.terms().lease();
        return switch (engine.remote()
                .renew(List.of(new RemoteCallers.Beat(hold, lease)))
                .getFirst()) {
            case RenewOutcome.Renewed renewed ->
                    new RequestState.Held(hold.renewed(lease, renewed.at()), renewed.at());
            case RenewOutcome.Lost lost ->
                    new RequestState.Over(
                            new Refusal.NotUnderLiveLock(
                                    hold.resource(), hold.id(), lost.ending()));
        };
    }

    List<Hold> others(Hold lock) {
        return HoldPages.all(engine::holds).stream()
                .flatMap(page -> page.holds().stream().filter(hold -> hold.isLive(page.now())))
                .filter(hold -> !hold.owner().is(lock.owner()))
                .toList();
    }

    private static String freezeOf(Hold lock) {
        return "global-" + lock.token();
    }

    /** Returns when it is in force everywhere. */
    private void freeze(Hold lock) throws InterruptedException {
        Freezes known = engine.freezes();
        Optional<Freeze> placed =
                known.all().stream().filter(each -> each.id().equals(freezeOf(lock))).findFirst();
        boolean inForce =
                placed.filter(each -> known.asOf().hasReached(inForceFrom(each))).isPresent();
        if (!inForce) {
            engine.freeze(draft(lock));
        }
    }

    private static StoreTime inForceFrom(Freeze freeze) {
        return freeze.since().plus(Freezes.FRESH_FOR);
    }

    private static FreezeDraft draft(Hold lock) {
        String reason = lock.note().reason();
        return new FreezeDraft(
                freezeOf(lock),
                Prefix.EVERYTHING,
                lock.owner().name(),
                reason.isBlank() ? "global lock" : reason,
                // It must not end before the lock does.
                lock.terms().lease().multipliedBy(2),
                Set.of(lock.owner().id().text()));
    }

    /** To be done before the lock is renewed. Nothing happens for other locks. */
    void prolong(Hold lock) {
        if (isMeantBy(lock.resource())) {
            FreezeDraft draft = draft(lock);
            store.placeFreeze(
                    draft,
                    new AuditEntry(
                            "freeze",
                            draft.by(),
                            draft.reason(),
                            lock.resource(),
                            Map.of("prolonged", "with its global lock")));
        }
    }

    /** To be done after the lock has ended. Nothing happens for other locks. */
    void ended(Hold lock, String by) {
        if (isMeantBy(lock.resource())) {
            engine.thaw(freezeOf(lock), by, "the global lock ended");
        }
    }

    /** Gives back what is not complete, and lifts its freeze. */
    void giveUp(Hold lock, RequestId request) {
        engine.release(lock.resource().root(), lock.id(), request);
        ended(lock, lock.owner().name());
    }
}

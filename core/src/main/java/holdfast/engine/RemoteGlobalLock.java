package holdfast.engine;

import holdfast.model.Freeze;
import holdfast.model.Freezes;
import holdfast.model.Hold;
import holdfast.model.Prefix;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RenewOutcome;
import holdfast.model.RequestId;
import holdfast.model.RequestState;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.keys.Keys;
import holdfast.store.FreezeDraft;
import holdfast.store.RootView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Rule 13, the lock on everything, for callers that are elsewhere: a lock of its own, and a freeze of everything with its owner exempt; it
 * is theirs when the last other lock is gone. Nothing of that is remembered here: the freeze is named after the lock's token, so any server
 * finds it, prolongs it with the lock's renewals, and lifts it when the lock is given back. If its owner is gone both end by themselves.
 */
public final class RemoteGlobalLock {
    private static final Pattern FREEZE_ID = Pattern.compile("global-\\d+");
    private static final String OVER = "the global lock ended";

    private final LockEngine engine;
    private final Site site;

    /**
     * How far a request is.
     *
     * @param state {@code Held} also while others still hold something
     * @param others whose locks it waits for
     */
    public record Progress(RequestState state, List<Hold> others) {
        /** What callers are told while it is not theirs yet; empty when it is, or is over. */
        public Optional<Hold> pending() {
            return switch (state) {
                case RequestState.Held held when !others.isEmpty() -> Optional.of(held.hold());
                case RequestState.Offered offered -> Optional.of(offered.hold());
                default -> Optional.empty();
            };
        }
    }

    RemoteGlobalLock(LockEngine engine, Site site) {
        this.engine = engine;
        this.site = site;
    }

    public static boolean isMeantBy(Resource resource) {
        return Keys.isGlobal(resource);
    }

    /**
     * Goes on with a request as far as it gets in this time.
     *
     * @param state how it stood when its caller asked, so that what is offered by then is confirmed by the asking
     */
    public Progress advance(
            RequestId request, Resource resource, RequestState state, Duration atMost)
            throws InterruptedException {
        long began = site.host().monotonicNanos();
        if (state instanceof RequestState.Waiting) {
            // What is offered meanwhile the next request confirms: this caller may be gone.
            return new Progress(engine.remote().await(resource, request, atMost), List.of());
        }
        RequestState now =
                state instanceof RequestState.Offered offered
                        ? kept(resource, offered.hold())
                        : state;
        if (!(now instanceof RequestState.Held held)) {
            return new Progress(now, List.of());
        }
        freeze(held.hold());
        EngineHost.Signal never = site.host().newSignal();
        Duration untilBeat = held.hold().terms().lease().dividedBy(3);
        long beat = began;
        while (true) {
            List<Hold> others = others(held.hold());
            long time = site.host().monotonicNanos();
            Duration left = atMost.minusNanos(time - began);
            boolean isOver = others.isEmpty() || !left.isPositive() || engine.remote().isClosed();
            if (isOver || untilBeat.minusNanos(time - beat).isNegative()) {
                // Nobody else keeps it until it is theirs; and what is lost is not told as theirs.
                now = kept(resource, held.hold());
                beat = time;
            }
            if (isOver || !(now instanceof RequestState.Held)) {
                return new Progress(now, others);
            }
            Duration pause = GlobalLock.BETWEEN_LOOKS;
            never.await(left.compareTo(pause) < 0 ? left : pause);
        }
    }

    private RequestState kept(Resource resource, Hold hold) {
        var beat = new RemoteCallers.Beat(hold, hold.terms().lease());
        return RemoteCallers.stateAfter(resource, beat, renew(List.of(beat)).getFirst());
    }

    /**
     * As {@link RemoteCallers#renew}; the freeze of a lock on everything lasts longer than the lock, and ends with it. The lock comes first:
     * a heartbeat that is late must freeze nothing for a lock that is over.
     */
    public List<RenewOutcome> renew(List<RemoteCallers.Beat> beats) {
        List<RenewOutcome> outcomes = engine.remote().renew(beats);
        for (int i = 0; i < beats.size(); i++) {
            RemoteCallers.Beat beat = beats.get(i);
            Hold hold = beat.hold();
            if (!isMeantBy(hold.resource())) {
                continue;
            }
            if (outcomes.get(i) instanceof RenewOutcome.Renewed) {
                GlobalFreeze.prolong(site.store(), draft(hold, beat.lease()));
            }
            // Also if it was given back while its freeze was prolonged.
            liftWhatIsOver(hold.resource().root(), hold.owner().name());
        }
        return outcomes;
    }

    /**
     * Lifts the freezes of locks on everything that are over, as a server leaves them behind that dies after it ended such a lock.
     * A freeze is placed for a lock that lives, so one without a lock is never about to get it.
     *
     * @param root where such locks are; nothing happens for another
     */
    public void liftWhatIsOver(Root root, String by) {
        if (!isMeantBy(Resource.parse(root.text()))) {
            return;
        }
        List<Freeze> placed =
                engine.freezes().all().stream()
                        .filter(freeze -> FREEZE_ID.matcher(freeze.id()).matches())
                        .filter(freeze -> freeze.prefix().equals(Prefix.EVERYTHING))
                        .toList();
        if (placed.isEmpty()) {
            return;
        }
        RootView view = engine.look(root);
        Set<String> kept =
                view.holds().stream()
                        .filter(hold -> hold.isLive(view.now()))
                        .map(RemoteGlobalLock::freezeOf)
                        .collect(Collectors.toSet());
        placed.stream()
                .filter(freeze -> !kept.contains(freeze.id()))
                .forEach(freeze -> engine.thaw(freeze.id(), by, OVER));
    }

    public List<Hold> others(Hold lock) {
        return GlobalFreeze.othersThan(lock.owner(), engine::holds);
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
            engine.freeze(draft(lock, lock.terms().lease()));
        }
    }

    private static StoreTime inForceFrom(Freeze freeze) {
        return freeze.since().plus(Freezes.FRESH_FOR);
    }

    private static FreezeDraft draft(Hold lock, Duration lease) {
        Duration usual = lock.terms().lease();
        return GlobalFreeze.draft(
                freezeOf(lock),
                lock.owner(),
                lock.note().reason(),
                lease.compareTo(usual) > 0 ? lease : usual);
    }

    /** To be done after the lock has ended. Nothing happens for other locks. */
    public void ended(Hold lock, String by) {
        if (isMeantBy(lock.resource())) {
            engine.thaw(freezeOf(lock), by, OVER);
        }
    }

    /** Gives back what is not complete, and lifts its freeze. */
    public void giveUp(Hold lock, RequestId request) {
        ReleaseOutcome outcome = engine.release(lock.resource().root(), lock.id(), request);
        // A further claim of its owner may wait for the same, or have it.
        if (!(outcome instanceof ReleaseOutcome.Released released) || released.claimsLeft() == 0) {
            ended(lock, lock.owner().name());
        }
    }
}

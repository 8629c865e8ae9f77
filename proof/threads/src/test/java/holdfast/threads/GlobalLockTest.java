package holdfast.threads;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.engine.LockEngine;
import holdfast.model.AcquireRequest;
import holdfast.model.ForceUnlockRequest;
import holdfast.model.Mode;
import holdfast.model.Quarantine;
import holdfast.model.Refusal;
import holdfast.model.Resource;
import holdfast.model.WhenHeld;
import holdfast.model.keys.AtlantisIdentifier;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rule 13: a lock on everything. */
final class GlobalLockTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    private final Scene scene = Scene.make();
    private final LockEngine engine = scene.engine();

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void itIsTakenWhenTheLastOtherHoldIsGone() {
        HeldLock held = scene.hold(scene.bystander());
        Call<HoldOutcome> everything = scene.call(engine, everything(new WhenHeld.Wait(LONG)));
        scene.host.advance(Duration.ofMinutes(1));
        assertThat(everything.isDone()).isFalse();
        release(held);
        scene.host.advance(Duration.ofSeconds(1));
        assertThat(Scene.taken(everything).state().isHeld()).isTrue();
    }

    @Test
    void nobodyElseIsGrantedAnythingAsLongAsItLasts() {
        HeldLock everything = takeEverything();
        Call<HoldOutcome> waiting = scene.call(scene.bystander(), scene.waiting(LONG));
        // Longer than its lease and than the freeze that goes with it.
        scene.host.advance(Duration.ofMinutes(5));
        assertThat(waiting.isDone()).isFalse();
        release(everything);
        scene.host.advance(Duration.ofSeconds(2));
        assertThat(Scene.taken(waiting).state().isHeld()).isTrue();
    }

    @Test
    void thereIsOneAtATime() {
        HeldLock first = takeEverything();
        Call<HoldOutcome> second =
                scene.call(scene.bystander(), everything(new WhenHeld.Wait(LONG)));
        scene.host.advance(Duration.ofMinutes(1));
        assertThat(second.isDone()).isFalse();
        release(first);
        scene.host.advance(Duration.ofSeconds(3));
        assertThat(Scene.taken(second).state().isHeld()).isTrue();
    }

    @Test
    void whoDoesNotWaitIsToldWhoHoldsAndLeavesNothingFrozen() {
        scene.hold(scene.bystander());
        Call<HoldOutcome> everything = scene.call(engine, everything(new WhenHeld.GiveUp()));
        scene.host.advance(Duration.ofSeconds(2));
        assertThat(Scene.refusal(everything))
                .isInstanceOfSatisfying(
                        Refusal.Held.class, refusal -> assertThat(refusal.holders()).hasSize(1));
        assertThat(scene.memory.freezes().all()).isEmpty();
    }

    @Test
    void theFreezeOfAHolderThatDiedEndsByItself() {
        takeEverything();
        scene.store.failing(Scene::unavailable);
        Call<HoldOutcome> waiting = scene.call(scene.bystander(), scene.waiting(LONG));
        // A lease until the lock is over, and as long as the freeze was last prolonged for.
        scene.host.advance(Scene.LEASE.multipliedBy(3).plusSeconds(2));
        assertThat(Scene.taken(waiting).state().isHeld()).isTrue();
    }

    @Test
    void whatItsOwnerTakesAgainAtOnceLetsNobodyIn() {
        AcquireRequest first = everything(new WhenHeld.GiveUp());
        HeldLock one = take(first);
        // The first one's freeze is lifted late: its thread is slow.
        scene.store.beforeRead(() -> {
            if (Thread.currentThread().getName().equals("holdfast-global")) {
                Hanging.restAtMost(scene.host.newSignal(), Duration.ofSeconds(3));
            }
        });
        scene.host.call("release", one::release).answer();
        take(Scene.by(first.owner(), null, everything(new WhenHeld.GiveUp())));
        scene.host.advance(Duration.ofSeconds(5));
        Call<HoldOutcome> other = scene.call(scene.bystander(), scene.waiting(LONG));
        scene.host.advance(Duration.ofSeconds(5));
        assertThat(other.isDone()).as("granted beside a lock on everything").isFalse();
    }

    @Test
    void whatWasTakenAwayWhileItWaitedIsNotGiven() {
        HeldLock held = scene.hold(scene.bystander());
        AcquireRequest request = everything(new WhenHeld.Wait(LONG));
        Call<HoldOutcome> call = scene.call(engine, request);
        scene.host.advance(Duration.ofSeconds(2));
        force(request);
        scene.host.call("release", held::release).answer();
        scene.host.advance(Duration.ofSeconds(2));
        assertThat(call.answer()).isInstanceOf(HoldOutcome.Refused.class);
    }

    @Test
    void aFurtherClaimThatIsGivenBackLetsNobodyIn() {
        HeldLock outer = take(everything(new WhenHeld.GiveUp()));
        HeldLock inner =
                take(Scene.by(outer.owner(), outer.id(), everything(new WhenHeld.GiveUp())));
        release(inner);
        scene.host.advance(Duration.ofSeconds(2));
        Call<HoldOutcome> other = scene.call(scene.bystander(), scene.waiting(LONG));
        scene.host.advance(Duration.ofSeconds(2));
        assertThat(outer.state().isHeld()).isTrue();
        assertThat(other.isDone()).as("granted beside a lock on everything").isFalse();
    }

    @Test
    void whatIsLostBeforeItsFreezeIsPlacedLeavesNothingFrozen() {
        AcquireRequest request = everything(new WhenHeld.GiveUp());
        scene.store.beforeFreeze(
                () -> Hanging.restAtMost(scene.host.newSignal(), Duration.ofSeconds(5)));
        Call<HoldOutcome> call = scene.call(engine, request);
        force(request);
        scene.host.advance(Duration.ofSeconds(10));
        assertThat(call.answer()).isInstanceOf(HoldOutcome.Refused.class);
        assertThat(scene.memory.freezes().all()).isEmpty();
    }

    private void force(AcquireRequest request) {
        var root = request.resource().root();
        LockEngine admin = scene.bystander();
        var lock = admin.look(root).holds().get(0);
        scene.host
                .call(
                        "force",
                        () ->
                                admin.forceUnlock(
                                        root,
                                        new ForceUnlockRequest(
                                                Set.of(lock.id()),
                                                "carol",
                                                "no",
                                                new Quarantine.Skipped())))
                .answer();
    }

    private HeldLock take(AcquireRequest request) {
        Call<HoldOutcome> call = scene.call(engine, request);
        scene.host.advance(Duration.ofSeconds(2));
        return Scene.taken(call);
    }

    private HeldLock takeEverything() {
        Call<HoldOutcome> call = scene.call(engine, everything(new WhenHeld.GiveUp()));
        scene.host.advance(Duration.ofSeconds(2));
        return Scene.taken(call);
    }

    private AcquireRequest everything(WhenHeld whenHeld) {
        Resource resource = AtlantisIdentifier.GLOBAL.resource();
        return scene.request(resource, Mode.EXCLUSIVE, whenHeld, Scene.LEASE);
    }

    private void release(HeldLock lock) {
        scene.host.call("release", lock::release).answer();
        scene.host.settle();
    }
}

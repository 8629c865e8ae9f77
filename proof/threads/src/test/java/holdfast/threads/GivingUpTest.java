package holdfast.threads;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.engine.HoldState;
import holdfast.engine.LockEngine;
import holdfast.model.AcquireRequest;
import holdfast.model.ReleaseOutcome;
import holdfast.store.StoreException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An engine gives up by itself what nobody uses any more, and nothing else. */
final class GivingUpTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    private final Scene scene = Scene.make();

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void aFurtherClaimThroughAnotherEngineWhoseReleaseFailedIsGivenBackLater() {
        HeldLock outer = scene.hold(scene.bystander());
        HeldLock inner =
                scene.hold(scene.engine(), Scene.by(outer.owner(), outer.id(), scene.now()));
        closeWhileTheStoreIsAway(inner);
        scene.host.advance(Duration.ofMinutes(1));
        assertThat(scene.root().holds().get(0).claims()).hasSize(1);
        assertThat(release(outer)).isEqualTo(new ReleaseOutcome.Released(0));
    }

    @Test
    void aFurtherClaimFromTheQueueIsGivenBackLaterToo() {
        LockEngine one = scene.engine();
        HeldLock held = scene.hold(scene.bystander());
        AcquireRequest first = scene.waiting(LONG);
        Call<HoldOutcome> waiting = scene.call(one, first);
        Call<HoldOutcome> further =
                scene.call(scene.bystander(), Scene.by(first.owner(), null, scene.waiting(LONG)));
        release(held);
        scene.host.advance(Duration.ofSeconds(15));
        HeldLock last = Scene.taken(further);
        closeWhileTheStoreIsAway(Scene.taken(waiting));
        scene.host.advance(Duration.ofMinutes(1));
        assertThat(release(last)).isEqualTo(new ReleaseOutcome.Released(0));
    }

    @Test
    void whoRepeatedARequestAndHeardNothingLeavesItToTheEngineWhoseCallerHoldsIt() {
        AcquireRequest request = scene.now();
        HeldLock held = scene.hold(scene.bystander(), request);
        scene.store.afterCommit(() -> {
            scene.store.failing(Scene::unavailable);
            Scene.answerLost();
        });
        Call<HoldOutcome> again = scene.call(scene.engine(), request);
        assertThat(again.failure()).isInstanceOf(StoreException.OutcomeUnknown.class);
        scene.store.healthy();
        scene.host.advance(Duration.ofMinutes(1));
        assertThat(held.state()).isEqualTo(new HoldState.Held());
        assertThat(scene.root().holds()).hasSize(1);
    }

    private void closeWhileTheStoreIsAway(HeldLock lock) {
        scene.store.failing(Scene::unavailable);
        scene.host.call(
                "close",
                () -> {
                    lock.close();
                    return lock;
                });
        scene.host.settle();
        scene.store.healthy();
    }

    private ReleaseOutcome release(HeldLock lock) {
        return scene.host.call("release", lock::release).answer();
    }
}

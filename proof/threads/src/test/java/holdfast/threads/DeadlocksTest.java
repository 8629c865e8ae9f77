package holdfast.threads;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.engine.LockEngine;
import holdfast.model.AcquireRequest;
import holdfast.model.Mode;
import holdfast.model.Refusal;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.model.WhenHeld;
import holdfast.rulebook.VictimPolicy;
import holdfast.store.Change;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Owners of several engines who wait for each other: one of them is told so, and the others go on. */
final class DeadlocksTest {
    private static final WhenHeld LONG = new WhenHeld.Wait(Duration.ofMinutes(10));

    private final Scene scene = Scene.make();
    private final LockEngine here = scene.engine();
    private final LockEngine there = scene.bystander();
    private final HeldLock web = scene.hold(here, wish("web", new WhenHeld.GiveUp()));
    private final HeldLock db = scene.hold(there, wish("db", new WhenHeld.GiveUp()));

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void whoseWaitWouldCloseACycleIsRefusedAndTheOtherIsServedAfterIt() {
        // Were it to join first, this engine would give up the other one's wait.
        LockEngine strict =
                scene.engine(EngineSettings.DEFAULT.withVictimPolicy(VictimPolicy.OLDEST));
        Call<HoldOutcome> first = scene.call(there, byOwnerOf(db, "web"));
        Call<HoldOutcome> second = scene.call(strict, byOwnerOf(web, "db"));
        assertCycle(second);
        assertThat(first.isDone()).isFalse();
        release(web);
        assertThat(Scene.taken(first)).isNotNull();
    }

    @Test
    void twoWhoJoinAtTheSameMomentAndSeeNoCycleAreNotLeftToWaitForEver() {
        AcquireRequest forWeb = byOwnerOf(db, "web");
        List<Call<HoldOutcome>> other = new ArrayList<>();
        var once = new AtomicBoolean(true);
        scene.store.beforeCommit(commits -> {
            // The one has seen no cycle and is about to join; now the other one joins.
            boolean joins = commits.get(0).changes().get(0) instanceof Change.Join;
            if (joins && once.getAndSet(false)) {
                other.add(scene.host.call("other", () -> there.hold(forWeb)));
                Hanging.restAtMost(scene.host.newSignal(), Duration.ofSeconds(1));
            }
        });
        Call<HoldOutcome> one = scene.call(here, byOwnerOf(web, "db"));
        scene.host.advance(Duration.ofSeconds(1));
        // The newest wait is given up, which is the one that joined last.
        assertCycle(one);
        assertThat(other.get(0).isDone()).isFalse();
        release(web);
        assertThat(Scene.taken(other.get(0))).isNotNull();
    }

    /** Neither says that it holds something, and nobody waited for that when it asked. */
    @Test
    void twoWhoJoinAtTheSameMomentUnderNoLockOfTheirsAreNotLeftToWaitEither() {
        AcquireRequest forWeb = Scene.by(db.owner(), null, wish("web", LONG));
        List<Call<HoldOutcome>> other = new ArrayList<>();
        var once = new AtomicBoolean(true);
        scene.store.beforeCommit(commits -> {
            boolean joins = commits.get(0).changes().get(0) instanceof Change.Join;
            if (joins && once.getAndSet(false)) {
                other.add(scene.host.call("other", () -> there.hold(forWeb)));
                Hanging.restAtMost(scene.host.newSignal(), Duration.ofSeconds(1));
            }
        });
        Call<HoldOutcome> one = scene.call(here, Scene.by(web.owner(), null, wish("db", LONG)));

        scene.host.advance(Duration.ofSeconds(1));

        assertCycle(one);
        assertThat(other.get(0).isDone()).isFalse();
    }

    @Test
    void manyWhoWaitForOneInTurnAreNoDeadlock() {
        Call<HoldOutcome> first = scene.call(there, byOwnerOf(db, "web"));
        Call<HoldOutcome> second = scene.call(here, wish("db", LONG));
        Call<HoldOutcome> third = scene.call(there, wish("web", LONG));
        scene.host.advance(Duration.ofMinutes(2));
        assertThat(List.of(first, second, third)).noneMatch(Call::isDone);
        assertThat(here.deadlocks()).isEmpty();
        release(web);
        assertThat(Scene.taken(first)).isNotNull();
    }

    @Test
    void anEngineSaysWhenItLastLookedForDeadlocksAndWhetherItCan() {
        assertThat(here.deadlockScan().lastAt()).isNull();
        scene.host.advance(EngineSettings.DEFAULT.deadlockScan());
        StoreTime first = here.deadlockScan().lastAt();
        assertThat(first).isNotNull();

        scene.store.out(Scene::unavailable);
        scene.host.advance(EngineSettings.DEFAULT.deadlockScan());
        assertThat(here.deadlockScan().isFailing()).isTrue();
        assertThat(here.deadlockScan().lastAt()).isEqualTo(first);

        scene.store.healthy();
        scene.host.advance(EngineSettings.DEFAULT.deadlockScan());
        assertThat(here.deadlockScan().isFailing()).isFalse();
        assertThat(here.deadlockScan().lastAt()).isNotEqualTo(first);
    }

    private void assertCycle(Call<HoldOutcome> call) {
        assertThat(Scene.refusal(call))
                .isInstanceOfSatisfying(
                        Refusal.Deadlock.class,
                        deadlock ->
                                assertThat(deadlock.cycle())
                                        .containsExactlyInAnyOrder(
                                                web.owner().id(), db.owner().id()));
    }

    private AcquireRequest wish(String root, WhenHeld whenHeld) {
        return scene.request(Resource.parse(root), Mode.EXCLUSIVE, whenHeld, Scene.LEASE);
    }

    private AcquireRequest byOwnerOf(HeldLock lock, String root) {
        return Scene.by(lock.owner(), lock.id(), wish(root, LONG));
    }

    private void release(HeldLock lock) {
        scene.host.call("release", lock::release).answer();
        scene.host.settle();
    }
}

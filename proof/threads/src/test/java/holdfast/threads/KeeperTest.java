package holdfast.threads;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.engine.Heartbeat;
import holdfast.engine.HeldLock;
import holdfast.engine.HoldState;
import holdfast.engine.LockEngine;
import holdfast.engine.Loss;
import holdfast.model.AcquireRequest;
import holdfast.model.ForceUnlockRequest;
import holdfast.model.Mode;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Prefix;
import holdfast.model.Quarantine;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.TransferRequest;
import holdfast.model.WhenHeld;
import holdfast.rulebook.Rules;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.memory.MemoryLockStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Holds are kept alive, and whoever loses one learns of it in time, once, and why. */
final class KeeperTest {
    private final Scene scene = Scene.make();

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void aHeartbeatGoesOutAtAThirdOfTheLease() {
        LockEngine engine = scene.engine();
        scene.hold(engine);
        pass(Duration.ofSeconds(19));
        assertThat(heartbeats()).isZero();
        pass(Duration.ofSeconds(2));
        assertThat(heartbeats()).isEqualTo(1);
        pass(Duration.ofMinutes(10));
        assertThat(heartbeats()).isEqualTo(31);
        assertThat(scene.root().holds()).hasSize(1);
    }

    @Test
    void aFixedPaceIsKeptWhereTheLeaseAllowsIt() {
        LockEngine engine = scene.engine(beating(new Heartbeat.Every(Duration.ofSeconds(30))));
        scene.hold(engine, lasting(Duration.ofHours(1)));
        pass(Duration.ofSeconds(29));
        assertThat(heartbeats()).isZero();
        pass(Duration.ofSeconds(271));
        assertThat(heartbeats()).isEqualTo(10);
    }

    @Test
    void aFractionOfTheLeaseIsKept() {
        LockEngine engine = scene.engine(beating(new Heartbeat.AtFraction(0.8)));
        scene.hold(engine, lasting(Duration.ofSeconds(100)));
        pass(Duration.ofSeconds(79));
        assertThat(heartbeats()).isZero();
        pass(Duration.ofSeconds(2));
        assertThat(heartbeats()).isEqualTo(1);
        pass(Duration.ofSeconds(800));
        assertThat(heartbeats()).isEqualTo(11);
        assertThat(scene.root().holds()).hasSize(1);
    }

    @Test
    void aHeartbeatGoesOutWhenLittleIsLeftOfTheLease() {
        LockEngine engine =
                scene.engine(beating(new Heartbeat.BelowRemaining(Duration.ofMillis(500))));
        HeldLock lock = scene.hold(engine, lasting(Duration.ofSeconds(10)));
        pass(Duration.ofMillis(9_400));
        assertThat(heartbeats()).isZero();
        pass(Duration.ofMillis(200));
        assertThat(heartbeats()).isEqualTo(1);
        pass(Duration.ofSeconds(95));
        assertThat(heartbeats()).isEqualTo(11);
        assertThat(lock.state()).isEqualTo(new HoldState.Held());
    }

    @Test
    void aFailedRoundPutsTheHolderInJeopardyAndTheNextGoodOneEndsThat() {
        LockEngine engine = scene.engine();
        HeldLock lock = scene.hold(engine);
        List<HoldState> heard = changesOf(lock);
        scene.store.failing(Scene::unavailable);
        pass(Duration.ofSeconds(21));
        assertThat(lock.state()).isInstanceOf(HoldState.Jeopardy.class);
        pass(Duration.ofSeconds(20));
        assertThat(lock.state().isHeld()).isTrue();
        scene.store.healthy();
        pass(Duration.ofSeconds(2));
        assertThat(lock.state()).isEqualTo(new HoldState.Held());
        pass(Duration.ofMinutes(5));
        assertThat(heard)
                .containsExactly(new HoldState.Jeopardy("the store is away"), new HoldState.Held());
        assertThat(scene.root().holds()).hasSize(1);
    }

    @Test
    void aStoreThatFailsIsAskedAgainEverySecondAndNotWithoutPause() {
        LockEngine engine = scene.engine();
        scene.hold(engine);
        scene.store.failing(Scene::unavailable);
        pass(Duration.ofSeconds(20));
        int before = heartbeats();
        pass(Duration.ofSeconds(30));
        assertThat(heartbeats() - before).isBetween(28, 31);
    }

    @Test
    void aStoreThatStaysAwayLosesTheLockBeforeItsLeaseCanEnd() {
        LockEngine engine = scene.engine();
        HeldLock lock = scene.hold(engine);
        List<HoldState> heard = changesOf(lock);
        scene.store.failing(Scene::unavailable);
        pass(Duration.ofMillis(59_900));
        assertThat(scene.root().holds().get(0).isLive(scene.root().now())).isTrue();
        assertThat(reasonOf(lock)).isEqualTo(Loss.Reason.STORE_UNREACHABLE);
        assertThat(heard).filteredOn(HoldState.Lost.class::isInstance).hasSize(1);
    }

    @Test
    void aStoreThatHangsLosesTheLockBeforeItsLeaseCanEnd() {
        LockEngine engine = scene.engine();
        HeldLock lock = scene.hold(engine);
        List<HoldState> heard = changesOf(lock);
        var hanging = new Hanging(scene.host);
        scene.store.beforeCommit(commits -> hanging.hang());
        pass(Duration.ofMillis(59_900));
        assertThat(scene.root().holds().get(0).isLive(scene.root().now())).isTrue();
        assertThat(reasonOf(lock)).isEqualTo(Loss.Reason.STORE_UNREACHABLE);
        assertThat(heard)
                .satisfiesExactly(
                        warned -> assertThat(warned).isInstanceOf(HoldState.Jeopardy.class),
                        over -> assertThat(over).isInstanceOf(HoldState.Lost.class));
        hanging.end();
        pass(Duration.ofMinutes(2));
        assertThat(heard).as("a lost state is final").hasSize(2);
    }

    @Test
    void whoIsForcedOutIsToldAtOnceByWhomAndWhy() {
        LockEngine engine = scene.engine();
        HeldLock lock = scene.hold(engine);
        List<Loss> losses = lossesOf(lock);
        force(lock);
        assertThat(losses).hasSize(1);
        assertThat(losses.get(0).reason()).isEqualTo(Loss.Reason.FORCED);
        assertThat(losses.get(0).detail()).contains("carol").contains("the runner is gone");
        pass(Duration.ofMinutes(2));
        assertThat(losses).hasSize(1);
    }

    @Test
    void whoseLockAnotherGivesBackIsToldAtOnce() {
        HeldLock lock = scene.hold(scene.engine());
        List<Loss> losses = lossesOf(lock);
        LockEngine other = scene.bystander();
        scene.host.call("release", () -> other.release(Scene.ROOT, lock.id(), null));
        scene.host.settle();
        assertThat(losses).hasSize(1);
        assertThat(losses.get(0).detail()).isEqualTo("released by someone who knew its lock id");
        pass(Duration.ofMinutes(2));
        assertThat(losses).hasSize(1);
    }

    @Test
    void whoIsForcedOutIsToldByTheNextHeartbeatIfNoNoticeComes() {
        try (Scene deaf = Scene.withoutNotices()) {
            HeldLock lock = deaf.hold(deaf.engine());
            List<Loss> losses = lossesOf(lock);
            LockEngine other = deaf.bystander();
            deaf.host.call("force", () -> other.forceUnlock(Scene.ROOT, forcing(lock)));
            deaf.host.settle();
            assertThat(losses).isEmpty();
            deaf.host.advance(Duration.ofSeconds(21));
            assertThat(losses).extracting(Loss::reason).containsExactly(Loss.Reason.FORCED);
        }
    }

    @Test
    void whoseLockIsHandedOnIsToldToWhom() {
        LockEngine engine = scene.engine();
        HeldLock lock = scene.hold(engine);
        List<Loss> losses = lossesOf(lock);
        LockEngine other = scene.bystander();
        var receiver = new Owner(new OwnerId("receiver"), "dora");
        scene.host.call(
                "transfer",
                () ->
                        other.transfer(
                                Scene.ROOT,
                                new TransferRequest(
                                        new RequestId("handed-on"), lock.id(), receiver)));
        scene.host.settle();
        assertThat(losses).extracting(Loss::reason).containsExactly(Loss.Reason.TRANSFERRED);
        assertThat(losses.get(0).detail()).contains("dora");
    }

    @Test
    void whoseLockTheStoreForgotIsToldSo() {
        LockEngine engine = scene.engine();
        HeldLock lock = scene.hold(engine);
        scene.store.replaceBy(new MemoryLockStore(scene.host::storeNanos, Runnable::run));
        pass(Duration.ofSeconds(21));
        assertThat(reasonOf(lock)).isEqualTo(Loss.Reason.STORE_LOST_THE_HOLD);
    }

    @Test
    void aSuspendedHostCountsTheTimeItDidNotSee() {
        LockEngine engine = scene.engine();
        HeldLock lock = scene.hold(engine);
        List<Loss> losses = lossesOf(lock);
        pass(Duration.ofSeconds(5));
        scene.host.suspend(Duration.ofSeconds(70));
        assertThat(lock.trustLeft().isNegative()).isTrue();
        assertThat(lock.state().isHeld()).as("held in the eyes of who asks").isFalse();
        assertThat(losses).extracting(Loss::reason).containsExactly(Loss.Reason.EXPIRED);
    }

    @Test
    void aSuspendedHostThatNobodyAsksTellsWithinASecond() {
        LockEngine engine = scene.engine();
        HeldLock lock = scene.hold(engine, lasting(Duration.ofHours(1)));
        List<Loss> losses = lossesOf(lock);
        pass(Duration.ofSeconds(5));
        scene.host.suspend(Duration.ofHours(1));
        pass(Duration.ofSeconds(1));
        assertThat(losses).hasSize(1);
    }

    @Test
    void aLockThatIsLostOrReleasedIsNotTrusted() {
        LockEngine engine = scene.engine();
        HeldLock forced = scene.hold(engine);
        force(forced);
        assertThat(forced.trustLeft().isPositive()).isFalse();
        HeldLock released = scene.hold(engine, elsewhere(1));
        scene.host.call("release", released::release).answer();
        assertThat(released.trustLeft().isPositive()).isFalse();
    }

    @Test
    void oneBadListenerDoesNotKeepOthersFromBeingToldOrRenewed() {
        LockEngine engine = scene.engine();
        List<List<HoldState>> heard = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            HeldLock lock = scene.hold(engine, elsewhere(i));
            lock.onChange(KeeperTest::fail);
            heard.add(changesOf(lock));
        }
        scene.store.failing(Scene::unavailable);
        pass(Duration.ofMillis(20_100));
        assertThat(heard).allSatisfy(changes -> assertThat(changes).hasSize(1));
        scene.store.healthy();
        pass(Duration.ofMillis(1_100));
        assertThat(heard).allSatisfy(changes -> assertThat(changes).hasSize(2));
        pass(Duration.ofMinutes(5));
        assertThat(heard).allSatisfy(changes -> assertThat(changes).hasSize(2));
    }

    private static void fail(HoldState state) {
        throw new AssertionError("this listener cannot cope with " + state);
    }

    @Test
    void heartbeatsGoOutInBatchesOfAtMost256() {
        LockEngine engine = scene.engine();
        for (int i = 0; i < 600; i++) {
            scene.hold(engine, shared());
        }
        pass(Duration.ofSeconds(21));
        assertThat(heartbeats()).isEqualTo(600);
        HeldLock forced = scene.hold(engine, shared());
        force(forced);
        assertThat(scene.store.batchesOf(Change.Extend.class))
                .extracting(List::size)
                .contains(256)
                .allMatch(size -> size <= 256);
    }

    @Test
    void aReleaseWhileAHeartbeatIsUnderWayIsNotTakenForALoss() {
        LockEngine engine = scene.engine();
        HeldLock lock = scene.hold(engine);
        List<HoldState> heard = changesOf(lock);
        var hanging = new Hanging(scene.host);
        scene.store.beforeCommit(commits -> {
            if (isHeartbeat(commits)) {
                hanging.hang();
            }
        });
        pass(Duration.ofSeconds(21));
        assertThat(heartbeats()).isEqualTo(1);
        // The heartbeat arrives when the release is in the store and its answer still on the way.
        scene.store.afterCommit(() -> {
            scene.store.afterCommit(() -> {});
            hanging.end();
            var answered = scene.host.newSignal();
            Hanging.restAtMost(answered, Duration.ofSeconds(1));
        });
        Call<ReleaseOutcome> release = scene.host.call("release", lock::release);
        pass(Duration.ofSeconds(2));
        assertThat(release.answer()).isEqualTo(new ReleaseOutcome.Released(0));
        assertThat(heard).containsExactly(new HoldState.Released());
        pass(Duration.ofMinutes(2));
        assertThat(lock.state()).isEqualTo(new HoldState.Released());
        assertThat(scene.root().holds()).isEmpty();
    }

    @Test
    void aReleaseThatTheStoreDoesNotAnswerEndsTheHoldersTrustAndIsTriedAgain() {
        LockEngine engine = scene.engine();
        HeldLock lock = scene.hold(engine);
        scene.store.failing(Scene::unavailable);
        scene.host.call(
                "close",
                () -> {
                    lock.close();
                    return lock;
                });
        scene.host.settle();
        assertThat(lock.state()).isEqualTo(new HoldState.Released());
        scene.store.healthy();
        pass(Duration.ofSeconds(5));
        assertThat(scene.root().holds()).isEmpty();
    }

    @Test
    void aReleaseThatIsTriedAgainLeavesALockAloneThatItsCallerGotAgainElsewhere() {
        LockEngine engine = scene.engine();
        LockEngine other = scene.bystander();
        AcquireRequest request = scene.now();
        HeldLock first = scene.hold(engine, request);
        scene.store.failing(Scene::unavailable);
        scene.host.call(
                "close",
                () -> {
                    first.close();
                    return first;
                });
        scene.host.settle();
        HeldLock again = scene.hold(other, request);
        scene.store.healthy();
        pass(Duration.ofMinutes(2));
        assertThat(again.state()).isEqualTo(new HoldState.Held());
        assertThat(scene.root().holds()).hasSize(1);
    }

    @Test
    void whoHeldForAsLongAsTheRulesAllowIsToldSo() {
        Rules usual = Rules.DEFAULT;
        var bounded =
                new Rules(
                        usual.priorityStep(),
                        usual.claimDeadline(),
                        usual.ticketLease(),
                        usual.limits(),
                        List.of(new Rules.Tenure(Prefix.EVERYTHING, Duration.ofMinutes(5))));
        HeldLock lock = scene.hold(scene.engine(EngineSettings.DEFAULT.withRules(bounded)));
        pass(Duration.ofMinutes(4));
        assertThat(lock.state()).isEqualTo(new HoldState.Held());
        pass(Duration.ofMinutes(1));
        assertThat(lock.state().loss())
                .isEqualTo(
                        new Loss(
                                Loss.Reason.EXPIRED,
                                "it was held for as long as the rules allow, 5m"));
    }

    @Test
    void aClosedEngineStopsHeartbeatsAndStillTellsWhenTheLeaseEnds() {
        LockEngine engine = scene.engine();
        HeldLock lock = scene.hold(engine);
        List<HoldState> heard = changesOf(lock);
        engine.close();
        pass(Duration.ofSeconds(50));
        assertThat(heartbeats()).isZero();
        assertThat(lock.state().isHeld()).isTrue();
        pass(Duration.ofSeconds(9));
        assertThat(heard).hasSize(1);
        assertThat(reasonOf(lock)).isEqualTo(Loss.Reason.EXPIRED);
    }

    private void pass(Duration time) {
        scene.host.advance(time);
    }

    private int heartbeats() {
        return scene.store.batchesOf(Change.Extend.class).stream().mapToInt(List::size).sum();
    }

    private static boolean isHeartbeat(List<Commit> commits) {
        return commits.get(0).changes().get(0) instanceof Change.Extend;
    }

    private static EngineSettings beating(Heartbeat heartbeat) {
        return EngineSettings.DEFAULT.withHeartbeat(heartbeat);
    }

    private AcquireRequest lasting(Duration lease) {
        return scene.request(Scene.API, Mode.EXCLUSIVE, new WhenHeld.GiveUp(), lease);
    }

    private AcquireRequest elsewhere(int number) {
        return scene.request(
                Resource.parse("shop-" + number),
                Mode.EXCLUSIVE,
                new WhenHeld.GiveUp(),
                Scene.LEASE);
    }

    private AcquireRequest shared() {
        return scene.request(Scene.API, Mode.SHARED, new WhenHeld.GiveUp(), Scene.LEASE);
    }

    private void force(HeldLock lock) {
        LockEngine other = scene.bystander();
        scene.host.call("force", () -> other.forceUnlock(Scene.ROOT, forcing(lock))).answer();
        scene.host.settle();
    }

    private static ForceUnlockRequest forcing(HeldLock lock) {
        return new ForceUnlockRequest(
                Set.of(lock.id()), "carol", "the runner is gone", new Quarantine.Skipped());
    }

    private static List<HoldState> changesOf(HeldLock lock) {
        List<HoldState> heard = Collections.synchronizedList(new ArrayList<>());
        lock.onChange(heard::add);
        return heard;
    }

    private static List<Loss> lossesOf(HeldLock lock) {
        List<Loss> losses = Collections.synchronizedList(new ArrayList<>());
        lock.onLost(losses::add);
        return losses;
    }

    private static Loss.Reason reasonOf(HeldLock lock) {
        Loss loss = lock.state().loss();
        if (loss == null) {
            throw new AssertionError("not lost: " + lock.state());
        }
        return loss.reason();
    }
}

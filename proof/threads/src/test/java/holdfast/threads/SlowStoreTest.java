package holdfast.threads;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.engine.HoldState;
import holdfast.engine.LockEngine;
import holdfast.engine.Loss;
import holdfast.model.ForceUnlockRequest;
import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.Prefix;
import holdfast.model.Quarantine;
import holdfast.model.Refusal;
import holdfast.model.WhenHeld;
import holdfast.rulebook.Rules;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.RootView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and answers that take their time, up to and beyond the lease, or never come. */
final class SlowStoreTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    private final Scene scene = Scene.make();

    @AfterEach
    void close() {
        scene.close();
    }

    @ParameterizedTest
    @ValueSource(
            longs = {1, 10_000, 38_000, 38_700, 38_900, 39_900, 40_000, 40_001, 60_000, 90_000})
    void aHeartbeatThatIsLongOnItsWayNeverLetsTwoBelieveThatTheyHold(long millis) {
        var once = new AtomicBoolean(true);
        HeldLock lock = scene.hold(scene.engine());
        scene.store.beforeCommit(commits -> {
            if (isHeartbeat(commits) && once.getAndSet(false)) {
                rest(Duration.ofMillis(millis));
            }
        });
        assertNeverTwo(lock);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {1, 10_000, 38_000, 38_700, 38_900, 39_900, 40_000, 40_001, 60_000, 90_000})
    void aHeartbeatWhoseAnswerIsLongOnItsWayIsTrustedFromWhenItWasSent(long millis) {
        var once = new AtomicBoolean(true);
        HeldLock lock = scene.hold(scene.engine());
        scene.store.afterCommit(() -> {
            if (once.getAndSet(false)) {
                rest(Duration.ofMillis(millis));
            }
        });
        assertNeverTwo(lock);
    }

    /** For three minutes: the holder trusts its lock only as long as the store keeps it, and then another one has it. */
    private void assertNeverTwo(HeldLock lock) {
        Call<HoldOutcome> next = scene.call(scene.bystander(), scene.waiting(LONG));
        for (int i = 0; i < 1_800; i++) {
            scene.host.advance(Duration.ofMillis(100));
            RootView root = scene.root();
            Duration trusted = lock.trustLeft();
            if (trusted.isPositive()) {
                assertThat(root.holds()).extracting(Hold::token).containsExactly(lock.token());
                assertThat(root.now().until(root.holds().get(0).until()))
                        .isGreaterThanOrEqualTo(trusted);
            }
            assertThat(next.isDone() && lock.state().isHeld()).isFalse();
        }
        assertThat(next.isDone()).isNotEqualTo(lock.state().isHeld());
    }

    @Test
    void aLockWhoseLeaseRanOutOnTheWayToItsCallerIsNotGiven() {
        LockEngine engine = scene.engine();
        var once = new AtomicBoolean(true);
        scene.store.afterCommit(() -> {
            if (once.getAndSet(false)) {
                rest(Scene.LEASE);
            }
        });
        Call<HoldOutcome> call = scene.call(engine, scene.now());
        scene.host.advance(Scene.LEASE);
        assertThat(Scene.refusal(call)).isInstanceOf(Refusal.NotUnderLiveLock.class);
    }

    @Test
    void aHeartbeatWhoseAnswerWasLostLosesNothing() {
        HeldLock lock = scene.hold(scene.engine());
        List<HoldState> heard = changesOf(lock);
        var once = new AtomicBoolean(true);
        scene.store.afterCommit(() -> {
            if (once.getAndSet(false)) {
                Scene.answerLost();
            }
        });
        scene.host.advance(Duration.ofMinutes(5));
        assertThat(heard)
                .containsExactly(
                        new HoldState.Jeopardy("the answer was lost"), new HoldState.Held());
        assertThat(scene.root().holds()).hasSize(1);
    }

    @Test
    void aRoundOfHeartbeatsThatFailsInAWayNobodyThoughtOfIsFollowedByTheNext() {
        HeldLock lock = scene.hold(scene.engine());
        var once = new AtomicBoolean(true);
        scene.store.beforeCommit(commits -> {
            if (isHeartbeat(commits) && once.getAndSet(false)) {
                throw new IllegalStateException("a mistake in the store");
            }
        });
        scene.host.advance(Duration.ofMinutes(5));
        assertThat(once).isFalse();
        assertThat(lock.state()).isEqualTo(new HoldState.Held());
        assertThat(scene.root().holds()).hasSize(1);
    }

    @Test
    void aHeartbeatThatArrivesAfterAForceUnlockRevivesNothingAndTheHolderIsToldOnce() {
        HeldLock lock = scene.hold(scene.engine());
        List<Loss> losses = Collections.synchronizedList(new ArrayList<>());
        lock.onLost(losses::add);
        var hanging = new Hanging(scene.host);
        scene.store.beforeCommit(commits -> hanging.hang());
        scene.host.advance(Duration.ofSeconds(21));
        LockEngine other = scene.bystander();
        var forced =
                new ForceUnlockRequest(
                        Set.of(lock.id()), "carol", "the runner is gone", new Quarantine.Skipped());
        scene.host.call("force", () -> other.forceUnlock(Scene.ROOT, forced)).answer();
        hanging.end();
        scene.host.advance(Duration.ofMinutes(2));
        assertThat(scene.root().holds()).isEmpty();
        assertThat(losses).extracting(Loss::reason).containsExactly(Loss.Reason.FORCED);
        assertThat(losses.get(0).detail()).contains("carol", "the runner is gone");
    }

    private void rest(Duration time) {
        Hanging.restAtMost(scene.host.newSignal(), time);
    }

    private static boolean isHeartbeat(List<Commit> commits) {
        return commits.get(0).changes().get(0) instanceof Change.Extend;
    }

    private static List<HoldState> changesOf(HeldLock lock) {
        List<HoldState> heard = Collections.synchronizedList(new ArrayList<>());
        lock.onChange(heard::add);
        return heard;
    }

    @Test
    void aStoreThatIsSlowAndThenFailsPutsTheHolderInJeopardyOnce() {
        HeldLock lock =
                scene.hold(
                        scene.engine(),
                        scene.request(
                                Scene.API,
                                Mode.EXCLUSIVE,
                                new WhenHeld.GiveUp(),
                                Duration.ofMinutes(10)));
        var heard = Collections.synchronizedList(new ArrayList<HoldState>());
        lock.onChange(heard::add);
        scene.store.beforeCommit(commits -> {
            Hanging.restAtMost(scene.host.newSignal(), Duration.ofSeconds(5));
            Scene.unavailable();
        });
        scene.host.advance(Duration.ofMinutes(9));
        assertThat(heard).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void whoLosesAFurtherClaimUnderATenureToAStoreThatIsAwayIsToldThat() {
        Rules usual = Rules.DEFAULT;
        var bounded =
                new Rules(
                        usual.priorityStep(),
                        usual.claimDeadline(),
                        usual.ticketLease(),
                        usual.limits(),
                        List.of(new Rules.Tenure(Prefix.EVERYTHING, Duration.ofHours(5))));
        LockEngine engine = scene.engine(EngineSettings.DEFAULT.withRules(bounded));
        HeldLock outer = scene.hold(engine);
        // The look is older than the commit.
        scene.store.beforeCommit(commits -> scene.host.suspend(Duration.ofMillis(2)));
        HeldLock inner = scene.hold(engine, Scene.by(outer.owner(), outer.id(), scene.now()));
        scene.store.failing(Scene::unavailable);
        scene.host.advance(Duration.ofSeconds(70));
        assertThat(Objects.requireNonNull(inner.state().loss()).reason())
                .isEqualTo(Loss.Reason.STORE_UNREACHABLE);
    }
}

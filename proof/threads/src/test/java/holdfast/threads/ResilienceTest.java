package holdfast.threads;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.engine.HoldState;
import holdfast.engine.LockEngine;
import holdfast.engine.Loss;
import holdfast.model.AcquireRequest;
import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.ReleaseOutcome;
import holdfast.model.Resource;
import holdfast.model.WhenHeld;
import holdfast.store.LockStore;
import holdfast.store.StoreException;
import holdfast.store.resilience.ResilienceSettings;
import holdfast.store.resilience.Resilient;
import holdfast.store.resilience.call.ResilienceEvent;
import holdfast.store.resilience.call.ResilienceEvent.BreakerMoved;
import holdfast.store.resilience.call.ResilienceEvent.BreakerState;
import holdfast.store.resilience.rate.RateSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Engines on a store with all guards around it, while that store fails, hangs and comes back. */
final class ResilienceTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final Resource OTHER = Resource.parse("shop/staging//api");

    private final Scene scene = Scene.make();
    private final Resilient<LockStore> guarded = guarded(ResilienceSettings.DEFAULT);
    private final LockEngine engine = scene.engineOn(guarded.store());
    private final HangingStore hanging = new HangingStore(scene.host);

    private Resilient<LockStore> guarded(ResilienceSettings settings) {
        return Resilient.wrap(scene.store, settings, new ManualCallHost(scene.host));
    }

    @AfterEach
    void close() {
        hanging.end();
        scene.close();
    }

    private void storeIsAway() {
        scene.store.out(Scene::unavailable);
    }

    private void storeHangs() {
        scene.store.out(hanging::hang);
    }

    private void storeIsBack() {
        scene.store.healthy();
        hanging.end();
        scene.host.settle();
    }

    private AcquireRequest wanting(Resource resource) {
        return scene.request(resource, Mode.EXCLUSIVE, new WhenHeld.GiveUp(), Scene.LEASE);
    }

    /** Asks until enough has failed. */
    private void openTheBreaker() {
        for (int i = 0; i < 20 && !isOpen(); i++) {
            Call<HoldOutcome> call = scene.call(engine, wanting(OTHER));
            scene.host.advance(A_SECOND);
            assertThat(call.isDone() && isTaken(call)).isFalse();
        }
        assertThat(isOpen()).isTrue();
    }

    private boolean isOpen() {
        return guarded.health().breaker().state() == BreakerState.OPEN;
    }

    private static boolean isTaken(Call<HoldOutcome> call) {
        try {
            return call.answer() instanceof HoldOutcome.Taken;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    private static List<HoldState> changesOf(HeldLock lock) {
        List<HoldState> heard = Collections.synchronizedList(new ArrayList<>());
        lock.onChange(heard::add);
        return heard;
    }

    @Test
    void aNewcomerIsRefusedAtOnceWhileTheBreakerIsOpen() {
        storeIsAway();
        openTheBreaker();
        int reads = scene.store.reads();
        Call<HoldOutcome> call = scene.call(engine, wanting(Scene.API));
        assertThat(call.failure())
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("circuit breaker is open");
        assertThat(scene.store.reads()).isEqualTo(reads);
    }

    @Test
    void anOpenBreakerStopsNoHeartbeat() {
        HeldLock lock = scene.hold(engine);
        scene.store.beforeRead(Scene::unavailable);
        openTheBreaker();
        for (int i = 0; i < 600; i++) {
            scene.host.advance(A_SECOND);
            scene.call(engine, wanting(OTHER));
            assertThat(lock.state()).isEqualTo(new HoldState.Held());
        }
        assertThat(scene.root().holds()).extracting(Hold::token).containsExactly(lock.token());
    }

    @Test
    void anOpenBreakerStopsNoRelease() {
        HeldLock warm = scene.hold(engine);
        HeldLock cold = scene.hold(scene.bystander(), wanting(OTHER));
        storeIsAway();
        openTheBreaker();
        storeIsBack();
        assertThat(isOpen()).isTrue();
        assertThat(scene.host.call("release", warm::release).answer())
                .isEqualTo(new ReleaseOutcome.Released(0));
        // Another engine's lock, so the root must be looked at first.
        assertThat(
                        scene.host
                                .call(
                                        "release",
                                        () -> engine.release(OTHER.root(), cold.id(), null))
                                .answer())
                .isEqualTo(new ReleaseOutcome.Released(0));
        assertThat(isOpen()).isTrue();
    }

    @Test
    void anOpenBreakerStopsNobodyWhoLeavesTheLine() {
        scene.hold(scene.bystander());
        Call<HoldOutcome> waiter = scene.call(engine, scene.waiting(LONG));
        scene.store.out(Scene::unavailable);
        openTheBreaker();
        storeIsBack();
        waiter.interrupt();
        assertThat(waiter.failure()).isInstanceOf(InterruptedException.class);
        assertThat(scene.root().waiting()).isZero();
    }

    @Test
    void whileTheStoreIsAwayAHolderIsInJeopardyAndThenLostBeforeAnotherCanHaveTheLock() {
        HeldLock lock = scene.hold(engine);
        List<HoldState> heard = changesOf(lock);
        Call<HoldOutcome> next = scene.call(scene.bystander(), scene.waiting(LONG));
        storeIsAway();
        scene.host.advance(Duration.ofSeconds(22));
        assertThat(lock.state()).isInstanceOf(HoldState.Jeopardy.class);
        for (int i = 0; i < 400; i++) {
            scene.host.advance(Duration.ofMillis(100));
            assertThat(next.isDone() && lock.state().isHeld()).isFalse();
        }
        assertThat(Objects.requireNonNull(lock.state().loss()).reason())
                .isEqualTo(Loss.Reason.STORE_UNREACHABLE);
        assertThat(heard.getLast()).isInstanceOf(HoldState.Lost.class);
        assertThat(Scene.taken(next).token().value()).isGreaterThan(lock.token().value());
    }

    @Test
    void whileTheStoreHangsAHolderIsInJeopardyAndThenLostInTime() {
        HeldLock lock = scene.hold(engine);
        Call<HoldOutcome> next = scene.call(scene.bystander(), scene.waiting(LONG));
        storeHangs();
        scene.host.advance(Duration.ofSeconds(31));
        assertThat(lock.state()).isInstanceOf(HoldState.Jeopardy.class);
        for (int i = 0; i < 310; i++) {
            scene.host.advance(Duration.ofMillis(100));
            assertThat(next.isDone() && lock.state().isHeld()).isFalse();
        }
        assertThat(lock.state()).isInstanceOf(HoldState.Lost.class);
        assertThat(next.isDone()).isTrue();
    }

    @Test
    void aHolderOutlivesAnOutageThatIsShorterThanItsLease() {
        HeldLock lock = scene.hold(engine);
        List<HoldState> heard = changesOf(lock);
        scene.host.advance(Duration.ofSeconds(19));
        storeHangs();
        scene.host.advance(Duration.ofSeconds(30));
        storeIsBack();
        scene.host.advance(Duration.ofMinutes(5));
        assertThat(lock.state()).isEqualTo(new HoldState.Held());
        assertThat(heard).anyMatch(HoldState.Jeopardy.class::isInstance);
        assertThat(scene.root().holds()).extracting(Hold::token).containsExactly(lock.token());
    }

    @Test
    void aHeartbeatThatFailedIsSentAgainSoSoonThatItsHolderDoesNotNotice() {
        HeldLock lock = scene.hold(engine, lasting(Duration.ofSeconds(3)));
        List<HoldState> heard = changesOf(lock);
        var count = new AtomicInteger();
        scene.store.beforeCommit(commits -> {
            if (count.getAndIncrement() % 2 == 0) {
                Scene.unavailable();
            }
        });
        scene.host.advance(Duration.ofMinutes(5));
        assertThat(heard).isEmpty();
        assertThat(count.get()).isGreaterThan(500);
    }

    @Test
    void aHeartbeatThatHangsIsGivenUpEarlyEnoughForTheNext() {
        HeldLock lock = scene.hold(engine, lasting(Duration.ofSeconds(3)));
        var count = new AtomicInteger();
        scene.store.beforeCommit(commits -> {
            if (count.getAndIncrement() % 2 == 0) {
                hanging.hang();
            }
        });
        scene.host.advance(Duration.ofMinutes(2));
        assertThat(lock.state().isHeld()).isTrue();
        assertThat(scene.root().holds()).extracting(Hold::token).containsExactly(lock.token());
    }

    private AcquireRequest lasting(Duration lease) {
        return scene.request(Scene.API, Mode.EXCLUSIVE, new WhenHeld.GiveUp(), lease);
    }

    @Test
    void waitersKeepTheirPlaceIfTheStoreIsBackBeforeTheirTicketsLapse() {
        for (Runnable outage : List.<Runnable>of(this::storeIsAway, this::storeHangs)) {
            HeldLock holder = scene.hold(scene.bystander());
            Call<HoldOutcome> first = scene.call(engine, scene.waiting(LONG));
            scene.host.advance(Duration.ofSeconds(15));
            outage.run();
            scene.host.advance(Duration.ofSeconds(15));
            storeIsBack();
            Call<HoldOutcome> second = scene.call(scene.bystander(), scene.waiting(LONG));
            scene.host.advance(Duration.ofMinutes(2));
            assertThat(scene.root().waiting()).isEqualTo(2);
            scene.host.call("release", holder::release).answer();
            scene.host.advance(A_SECOND);
            assertThat(second.isDone()).isFalse();
            scene.host.call("release", Scene.taken(first)::release).answer();
            scene.host.advance(A_SECOND);
            scene.host.call("release", Scene.taken(second)::release).answer();
        }
    }

    @Test
    void aCallerOfAStoreThatHangsGoesOnWhenItsTimeIsOver() {
        storeHangs();
        Call<HoldOutcome> call = scene.call(engine, wanting(Scene.API));
        // One look and the withdrawal after it.
        scene.host.advance(ResilienceSettings.DEFAULT.patience().multipliedBy(2));
        assertThat(call.failure()).isInstanceOf(StoreException.class);
    }

    @Test
    void eachCallOfAStoreThatHangsIsOverWithinItsPatience() {
        storeHangs();
        LockStore store = guarded.store();
        var looks =
                Stream.of(
                                scene.host.call("look", () -> engine.look(Scene.ROOT)),
                                scene.host.call("freezes", store::freezes))
                        .toList();
        scene.host.advance(ResilienceSettings.DEFAULT.patience());
        assertThat(looks)
                .allSatisfy(call ->
                        assertThat(call.failure()).isInstanceOf(StoreException.Unavailable.class));
    }

    @Test
    void callsThatHangLeaveFewThreadsBehindAndNoneAfterTheStoreIsBack() {
        HeldLock lock = scene.hold(engine);
        storeHangs();
        for (int i = 0; i < 120; i++) {
            scene.call(engine, wanting(OTHER));
            scene.host.advance(A_SECOND);
        }
        assertThat(guarded.health().hanging()).isBetween(1, 256);
        assertThat(lock.state()).isInstanceOf(HoldState.Lost.class);
        storeIsBack();
        scene.host.advance(Duration.ofMinutes(1));
        assertThat(guarded.health().hanging()).isZero();
    }

    @Test
    void afterAnOutageEverythingWorksAgainByItself() {
        HeldLock lost = scene.hold(engine);
        List<ResilienceEvent> heard = Collections.synchronizedList(new ArrayList<>());
        guarded.onEvent(heard::add);
        storeHangs();
        openTheBreaker();
        scene.host.advance(Duration.ofMinutes(2));
        assertThat(lost.state()).isInstanceOf(HoldState.Lost.class);
        storeIsBack();
        scene.host.advance(Duration.ofSeconds(10));
        HeldLock lock = scene.hold(engine);
        Call<HoldOutcome> next = scene.call(engine, scene.waiting(LONG));
        scene.host.advance(Duration.ofMinutes(5));
        assertThat(lock.state()).isEqualTo(new HoldState.Held());
        scene.host.call("release", lock::release).answer();
        scene.host.call("release", Scene.taken(next)::release).answer();
        assertThat(guarded.health().breaker().state()).isEqualTo(BreakerState.CLOSED);
        assertThat(heard)
                .contains(
                        new BreakerMoved(BreakerState.CLOSED, BreakerState.OPEN),
                        new BreakerMoved(BreakerState.OPEN, BreakerState.HALF_OPEN),
                        new BreakerMoved(BreakerState.HALF_OPEN, BreakerState.CLOSED));
    }

    @Test
    void aCommitThatFailedBeforeItWasSentIsMadeAgainAndNobodyNotices() {
        var once = new AtomicBoolean(true);
        scene.store.beforeCommit(commits -> {
            if (once.getAndSet(false)) {
                Scene.unavailable();
            }
        });
        Call<HoldOutcome> call = scene.call(engine, wanting(Scene.API));
        scene.host.advance(Duration.ofSeconds(2));
        assertThat(Scene.taken(call).state()).isEqualTo(new HoldState.Held());
        assertThat(guarded.health().counts().retried()).isEqualTo(1);
    }

    @Test
    void aGrantWhoseAnswerWasLostIsFoundByReadingBackAndNotMadeTwice() {
        var once = new AtomicBoolean(true);
        scene.store.afterCommit(() -> {
            if (once.getAndSet(false)) {
                Scene.answerLost();
            }
        });
        Call<HoldOutcome> call = scene.call(engine, wanting(Scene.API));
        scene.host.advance(Duration.ofSeconds(2));
        HeldLock lock = Scene.taken(call);
        assertThat(scene.root().holds()).extracting(Hold::token).containsExactly(lock.token());
        assertThat(guarded.health().counts().retried()).isZero();
    }

    @Test
    void anOwnerThatAsksTooOftenIsRefusedButKeepsAndGivesBackWhatItHas() {
        Resilient<LockStore> strict =
                guarded(
                        ResilienceSettings.DEFAULT.withRate(
                                new RateSettings(2, Duration.ofMinutes(1), Duration.ZERO, 10)));
        LockEngine limited = scene.engineOn(strict.store());
        HeldLock lock = scene.hold(limited);
        AcquireRequest again = Scene.by(lock.owner(), lock.id(), wanting(OTHER));
        HeldLock second = Scene.taken(scene.call(limited, again));
        Call<HoldOutcome> third =
                scene.call(limited, Scene.by(lock.owner(), lock.id(), scene.now()));
        assertThat(third.failure()).hasMessageContaining("asks for locks too often");
        scene.host.advance(Duration.ofSeconds(45));
        assertThat(lock.state()).isEqualTo(new HoldState.Held());
        for (HeldLock held : List.of(second, lock)) {
            assertThat(scene.host.call("release", held::release).answer())
                    .isEqualTo(new ReleaseOutcome.Released(0));
        }
    }
}

package holdfast.threads;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.engine.LockEngine;
import holdfast.model.AcquireRequest;
import holdfast.model.Mode;
import holdfast.model.Refusal;
import holdfast.model.Resource;
import holdfast.model.WhenHeld;
import holdfast.store.Change;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every way out of a wait gives up the place in line, also when the grant wins the race. */
final class WaitsTest {
    /** Whoever times out looks a last time for its grant, then for who holds, then gives up its place. */
    private static final int AFTER_THE_LAST_LOOK = 3;

    private static final Duration SHORT = Duration.ofSeconds(5);
    private static final Duration LONG = Duration.ofMinutes(10);

    private final Scene scene = Scene.make();

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void whoWaitsIsServedWhenTheLockIsReleased() {
        LockEngine engine = scene.engine();
        HeldLock held = scene.hold(engine);
        Call<HoldOutcome> waiting = scene.call(engine, scene.waiting(LONG));
        release(held);
        assertThat(Scene.taken(waiting).token()).isGreaterThan(held.token());
    }

    @Test
    void aTimeoutGivesUpThePlace() {
        LockEngine engine = scene.engine();
        HeldLock held = scene.hold(engine);
        Call<HoldOutcome> waiting = scene.call(engine, scene.waiting(SHORT));
        pass(Duration.ofMillis(4_999));
        assertThat(waiting.isDone()).isFalse();
        pass(Duration.ofMillis(1));
        assertThat(Scene.refusal(waiting)).isInstanceOf(Refusal.TimedOut.class);
        assertThat(scene.root().waiting()).isZero();
        release(held);
        assertVacant();
    }

    @Test
    void anInterruptGivesUpThePlaceAndIsThrown() {
        LockEngine engine = scene.engine();
        HeldLock held = scene.hold(engine);
        Call<HoldOutcome> waiting = scene.call(engine, scene.waiting(LONG));
        assertThat(scene.root().waiting()).isEqualTo(1);
        waiting.interrupt();
        assertThat(waiting.failure()).isInstanceOf(InterruptedException.class);
        assertThat(scene.root().waiting()).isZero();
        release(held);
        assertVacant();
    }

    @Test
    void anInterruptDuringTheWayOutIsKeptForTheCaller() {
        LockEngine engine = scene.engine();
        scene.hold(engine);
        AcquireRequest request = scene.waiting(SHORT);
        Call<Boolean> waiting =
                scene.host.call(
                        "waiting",
                        () -> {
                            engine.hold(request);
                            return Thread.currentThread().isInterrupted();
                        });
        scene.host.settle();
        inTheWayOut(AFTER_THE_LAST_LOOK, () -> Thread.currentThread().interrupt());
        pass(SHORT);
        assertThat(waiting.answer()).isTrue();
        assertThat(scene.root().waiting()).isZero();
    }

    @Test
    void aGrantThatWinsAgainstTheTimeoutIsGivenBack() {
        LockEngine engine = scene.engine();
        HeldLock held = scene.hold(engine);
        Call<HoldOutcome> waiting = scene.call(engine, scene.waiting(SHORT));
        inTheWayOut(AFTER_THE_LAST_LOOK, held::release);
        pass(SHORT);
        assertThat(Scene.refusal(waiting)).isInstanceOf(Refusal.TimedOut.class);
        assertVacant();
    }

    @Test
    void aGrantByAnotherEngineThatWinsAgainstTheTimeoutIsGivenBack() {
        HeldLock held = scene.hold(scene.bystander());
        Call<HoldOutcome> waiting = scene.call(scene.engine(), scene.waiting(SHORT));
        inTheWayOut(AFTER_THE_LAST_LOOK, held::release);
        pass(SHORT);
        assertThat(Scene.refusal(waiting)).isInstanceOf(Refusal.TimedOut.class);
        assertVacant();
    }

    @Test
    void aGrantThatWinsAgainstTheInterruptIsGivenBackToTheNextInLine() {
        LockEngine engine = scene.engine();
        HeldLock held = scene.hold(engine);
        Call<HoldOutcome> waiting = scene.call(engine, scene.waiting(LONG));
        Call<HoldOutcome> next = scene.call(engine, scene.waiting(LONG));
        inTheWayOut(1, held::release);
        waiting.interrupt();
        assertThat(waiting.failure()).isInstanceOf(InterruptedException.class);
        release(Scene.taken(next));
        assertVacant();
    }

    @Test
    void whoIsCancelledIsToldAtOnce() {
        LockEngine engine = scene.engine();
        scene.hold(engine);
        AcquireRequest request = scene.waiting(LONG);
        Call<HoldOutcome> waiting = scene.call(engine, request);
        cancel(engine, request);
        assertThat(Scene.refusal(waiting)).isInstanceOf(Refusal.Cancelled.class);
    }

    @Test
    void whoIsCancelledByAnotherEngineIsToldSoon() {
        LockEngine engine = scene.engine();
        scene.holdForAWhile(engine);
        List<Call<HoldOutcome>> others = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            others.add(scene.call(engine, scene.waiting(LONG)));
        }
        AcquireRequest request = scene.waiting(LONG);
        Call<HoldOutcome> waiting = scene.call(engine, request);
        cancel(scene.bystander(), request);
        pass(Duration.ofSeconds(1));
        assertThat(Scene.refusal(waiting)).isInstanceOf(Refusal.Cancelled.class);
        assertThat(others).noneMatch(Call::isDone);
    }

    @Test
    void whoIsCancelledWhileJoiningTheLineIsToldSoon() {
        LockEngine engine = scene.engine();
        scene.hold(engine);
        scene.call(engine, scene.waiting(LONG));
        AcquireRequest request = scene.waiting(LONG);
        LockEngine other = scene.bystander();
        scene.store.afterCommit(() -> {
            scene.store.afterCommit(() -> {});
            other.cancel(Scene.ROOT, request.id(), "no longer needed");
        });
        Call<HoldOutcome> waiting = scene.call(engine, request);
        pass(Duration.ofSeconds(1));
        assertThat(Scene.refusal(waiting)).isInstanceOf(Refusal.Cancelled.class);
    }

    private void cancel(LockEngine engine, AcquireRequest request) {
        scene.host
                .call("cancel", () -> engine.cancel(Scene.ROOT, request.id(), "no longer needed"))
                .answer();
    }

    /** Runs once, at a look at the store of a waiter who leaves: the first, or one of those that follow. */
    private void inTheWayOut(int look, Runnable action) {
        pass(Duration.ofMillis(300)); // by then the poller has looked
        var looks = new AtomicInteger();
        scene.store.beforeRead(() -> {
            if (looks.incrementAndGet() == look) {
                action.run();
            }
        });
    }

    @Test
    void closingTheEngineEndsItsWaits() {
        HeldLock held = scene.hold(scene.bystander());
        LockEngine engine = scene.engine();
        Call<HoldOutcome> waiting = scene.call(engine, scene.waiting(LONG));
        engine.close();
        assertThat(waiting.failure()).isInstanceOf(StoreException.Unavailable.class);
        assertThat(scene.root().waiting()).isZero();
        release(held);
        assertVacant();
    }

    @Test
    void whoJoinsTheLineWhileTheEngineClosesDoesNotWaitForNothing() {
        scene.hold(scene.bystander());
        LockEngine engine = scene.engine();
        scene.store.afterCommit(() -> {
            scene.store.afterCommit(() -> {});
            engine.close();
        });
        Call<HoldOutcome> waiting = scene.call(engine, scene.waiting(LONG));
        assertThat(waiting.failure()).isInstanceOf(StoreException.Unavailable.class);
        assertThat(scene.root().waiting()).isZero();
    }

    @Test
    void anOutageDuringTheWaitKeepsThePlace() {
        HeldLock held = scene.hold(scene.bystander());
        LockEngine engine = scene.engine();
        Call<HoldOutcome> first = scene.call(engine, scene.waiting(LONG));
        Call<HoldOutcome> second = scene.call(scene.bystander(), scene.waiting(LONG));
        scene.store.failing(Scene::unavailable);
        pass(Duration.ofSeconds(25));
        scene.store.healthy();
        pass(Duration.ofSeconds(1));
        release(held);
        assertThat(Scene.taken(first)).isNotNull();
        assertThat(second.isDone()).isFalse();
    }

    @Test
    void anOutageThatOutlastsThePlaceOnlyCostsTheTurn() {
        HeldLock held = scene.hold(scene.bystander());
        LockEngine engine = scene.engine();
        Call<HoldOutcome> waiting = scene.call(engine, scene.waiting(LONG));
        scene.store.failing(Scene::unavailable);
        pass(Duration.ofSeconds(45));
        release(held);
        scene.store.healthy();
        pass(Duration.ofSeconds(10));
        release(Scene.taken(waiting));
        assertVacant();
    }

    @Test
    void aWaitThatEndsDuringAnOutageSaysSoAndGivesUpThePlaceLater() {
        scene.hold(scene.bystander());
        LockEngine engine = scene.engine();
        Call<HoldOutcome> waiting = scene.call(engine, scene.waiting(SHORT));
        scene.store.failing(Scene::unavailable);
        pass(SHORT);
        assertThat(waiting.failure())
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining(
                        "after waiting 5s for 'shop/production//api' while the store was failing");
        assertThat(scene.root().waiting()).isEqualTo(1);
        scene.store.healthy();
        pass(Duration.ofSeconds(2));
        assertThat(scene.root().waiting()).isZero();
    }

    @Test
    void aWaitOnAStoreThatCanOnlyBeReadEndsWithItsFailureAndNotWithATimeOut() {
        scene.hold(scene.bystander());
        LockEngine engine = scene.engine();
        Call<HoldOutcome> waiting = scene.call(engine, scene.waiting(LONG));
        scene.store.beforeCommit(commits -> Scene.unavailable());
        pass(LONG);
        assertThat(waiting.failure())
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining(
                        "after waiting 10m for 'shop/production//api' while the store was failing");
    }

    @Test
    void aWaitOnAStoreThatFailedAndRecoveredTimesOutPlainly() {
        scene.hold(scene.bystander());
        LockEngine engine = scene.engine();
        Call<HoldOutcome> waiting = scene.call(engine, scene.waiting(LONG));
        scene.store.failing(Scene::unavailable);
        pass(Duration.ofSeconds(20));
        scene.store.healthy();
        pass(LONG);
        assertThat(Scene.refusal(waiting)).isInstanceOf(Refusal.TimedOut.class);
    }

    @Test
    void aStoreThatStaysAwayIsAskedMoreAndMoreRarely() {
        scene.hold(scene.bystander());
        LockEngine engine = scene.engine();
        scene.call(engine, scene.waiting(LONG));
        scene.store.failing(Scene::unavailable);
        pass(Duration.ofMinutes(1));
        int before = scene.store.batchesOf(Change.Touch.class).size();
        pass(Duration.ofMinutes(1));
        assertThat(scene.store.batchesOf(Change.Touch.class).size() - before).isBetween(25, 40);
    }

    @Test
    void withoutAnyNoticeEveryoneIsServedWithinATouchOfTheTicket() {
        try (Scene deaf = Scene.withoutNotices()) {
            HeldLock held = deaf.hold(deaf.engine());
            List<Call<HoldOutcome>> line = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                line.add(deaf.call(deaf.engine(), deaf.waiting(LONG)));
            }
            deaf.host.call("release", held::release).answer();
            for (Call<HoldOutcome> next : line) {
                deaf.host.advance(Duration.ofSeconds(10));
                HeldLock lock = Scene.taken(next);
                deaf.host.call("release", lock::release).answer();
            }
            assertThat(deaf.root().holds()).isEmpty();
        }
    }

    @Test
    void eachOf500WaitersIsWokenOnceAndForItsOwnGrant() {
        LockEngine engine = scene.engine();
        assertThat(wakesToServe(500, List.of(engine))).isEqualTo(500);
    }

    @Test
    void waitersOfSeveralEnginesAreWokenOnceAndForTheirOwnGrant() {
        assertThat(wakesToServe(150, List.of(scene.engine(), scene.engine(), scene.engine())))
                .isEqualTo(150);
    }

    private int wakesToServe(int waiters, List<LockEngine> engines) {
        HeldLock held = scene.holdForAWhile(engines.get(0));
        List<String> names = new ArrayList<>();
        List<Call<HoldOutcome>> calls = new ArrayList<>();
        for (int i = 0; i < waiters; i++) {
            AcquireRequest request = scene.waiting(LONG);
            LockEngine engine = engines.get(i % engines.size());
            names.add(request.id().text());
            calls.add(
                    scene.host.call(
                            request.id().text(),
                            () -> {
                                HoldOutcome outcome = engine.hold(request);
                                ((HoldOutcome.Taken) outcome).locks().get(0).close();
                                return outcome;
                            }));
        }
        scene.host.settle();
        assertThat(scene.root().waiting()).isEqualTo(waiters);
        release(held);
        assertThat(calls).allSatisfy(call -> assertThat(call.isDone()).isTrue());
        assertVacant();
        return names.stream().mapToInt(scene.host::wakesOf).sum();
    }

    @Test
    void aWaiterThatNothingHappensToAsksTheStoreOnlyNowAndThen() {
        scene.hold(scene.bystander());
        scene.call(scene.engine(), scene.waiting(LONG));
        int before = scene.store.reads();
        pass(Duration.ofMinutes(5));
        // Ten seconds are a touch of the ticket, and one look may come early by its jitter.
        assertThat(scene.store.reads() - before).isBetween(30, 80);
    }

    @Test
    void aStoreThatCannotBeListenedToStillGivesLocks() {
        LockEngine engine = scene.engine();
        scene.store.beforeListen(Scene::unavailable);
        HeldLock held = scene.hold(engine);
        Call<HoldOutcome> first = scene.call(engine, scene.waiting(LONG));
        Call<HoldOutcome> second = scene.call(engine, scene.waiting(LONG));
        pass(Duration.ofMinutes(2));
        assertThat(scene.root().waiters()).isNotEmpty();
        release(held);
        release(Scene.taken(first));
        release(Scene.taken(second));
        assertVacant();
    }

    @Test
    void aRepetitionIsNotRobbedWhenTheFirstTryTimesOut() {
        LockEngine engine = scene.engine();
        HeldLock held = scene.hold(engine);
        AcquireRequest shorter = scene.waiting(SHORT);
        Call<HoldOutcome> first = scene.call(engine, shorter);
        Call<HoldOutcome> again = scene.call(engine, waitingLonger(shorter));
        pass(SHORT);
        assertThat(Scene.refusal(first)).isInstanceOf(Refusal.TimedOut.class);
        assertThat(again.isDone()).isFalse();
        release(held);
        release(Scene.taken(again));
        assertVacant();
    }

    @Test
    void aRepetitionKeepsItsLockWhenTheFirstTryTimesOutLater() {
        LockEngine engine = scene.engine();
        HeldLock held = scene.hold(engine);
        AcquireRequest longer = scene.waiting(LONG);
        Call<HoldOutcome> first = scene.call(engine, longer);
        Call<HoldOutcome> again = scene.call(engine, longer);
        release(held);
        // A repetition gets the first answer again: both are told of the one grant.
        HeldLock lock = Scene.taken(again);
        assertThat(Scene.taken(first).id()).isEqualTo(lock.id());
        pass(LONG);
        assertThat(lock.state().isHeld()).isTrue();
        assertThat(scene.root().holds()).hasSize(1);
    }

    @Test
    void aRepetitionCallsOffTheWithdrawalOfTheFirstTry() {
        LockEngine engine = scene.engine();
        AcquireRequest request = scene.now();
        var lost = new AtomicBoolean();
        scene.store.afterCommit(() -> {
            if (lost.compareAndSet(false, true)) {
                scene.store.failing(Scene::unavailable);
                Scene.answerLost();
            }
        });
        Call<HoldOutcome> first = scene.call(engine, request);
        assertThat(first.failure()).isInstanceOf(StoreException.OutcomeUnknown.class);
        scene.store.healthy();
        HeldLock lock = scene.hold(engine, request);
        pass(Duration.ofMinutes(1));
        assertThat(lock.state().isHeld()).isTrue();
        assertThat(scene.root().holds()).hasSize(1);
    }

    @Test
    void aLockWhoseAnswerWasLostIsGivenBackSoon() {
        LockEngine engine = scene.engine();
        var lost = new AtomicBoolean();
        scene.store.afterCommit(() -> {
            if (lost.compareAndSet(false, true)) {
                scene.store.failing(Scene::unavailable);
                Scene.answerLost();
            }
        });
        assertThat(scene.call(engine, scene.now()).failure())
                .isInstanceOf(StoreException.OutcomeUnknown.class);
        assertThat(scene.root().holds()).hasSize(1);
        scene.store.healthy();
        pass(Duration.ofSeconds(3));
        assertVacant();
    }

    @Test
    void severalLocksAreGivenBackWhenOneIsNotToBeHad() {
        LockEngine engine = scene.engine();
        HeldLock held = scene.hold(engine);
        AcquireRequest other =
                scene.request(
                        Resource.parse("shop/production//a"),
                        Mode.EXCLUSIVE,
                        new WhenHeld.Wait(SHORT),
                        Scene.LEASE);
        AcquireRequest here = ownedAs(other, scene.waiting(SHORT));
        Call<HoldOutcome> both =
                scene.host.call("both", () -> engine.holdAll(List.of(here, other)));
        pass(SHORT);
        assertThat(Scene.refusal(both)).isInstanceOf(Refusal.TimedOut.class);
        release(held);
        assertVacant();
    }

    private static AcquireRequest ownedAs(AcquireRequest other, AcquireRequest request) {
        return new AcquireRequest(
                request.id(),
                request.resource(),
                request.mode(),
                other.owner(),
                null,
                request.whenHeld(),
                request.whenFrozen(),
                request.lease(),
                request.priority(),
                request.note(),
                null);
    }

    private static AcquireRequest waitingLonger(AcquireRequest request) {
        return new AcquireRequest(
                request.id(),
                request.resource(),
                request.mode(),
                request.owner(),
                null,
                new WhenHeld.Wait(LONG),
                request.whenFrozen(),
                request.lease(),
                request.priority(),
                request.note(),
                null);
    }

    private void pass(Duration time) {
        scene.host.advance(time);
    }

    private void release(HeldLock lock) {
        scene.host.call("release", lock::release).answer();
        scene.host.settle();
    }

    private void assertVacant() {
        scene.host.settle();
        assertThat(scene.root().holds()).isEmpty();
        assertThat(scene.root().waiting()).isZero();
    }
}

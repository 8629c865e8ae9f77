package holdfast.threads;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.engine.HoldState;
import holdfast.engine.LockEngine;
import holdfast.engine.Loss;
import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.Prefix;
import holdfast.model.Resource;
import holdfast.model.Standing;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import holdfast.model.WhenHeld;
import holdfast.rulebook.Rules;
import holdfast.store.Change;
import holdfast.store.Interest;
import holdfast.store.Notice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A notice may say what was granted to whom, and when. It is a hint like any other: losing it costs time. Whoever hears it in time holds its lock at
 * once and confirms it afterwards, or confirms it first if it cannot tell how long the grant lasts.
 */
final class OffersTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    private final Scene scene = Scene.make();
    private final LockEngine giver = scene.bystander();
    private final LockEngine taker = scene.engine();

    @AfterEach
    void close() {
        scene.close();
    }

    private Hold stored() {
        return scene.memory.read(Scene.ROOT, Interest.NONE).holds().getFirst();
    }

    /** From now on no heartbeat gets through. */
    private void noHeartbeats() {
        scene.store.beforeCommit(commits -> {
            if (commits.stream()
                    .flatMap(commit -> commit.changes().stream())
                    .anyMatch(Change.Extend.class::isInstance)) {
                Scene.unavailable();
            }
        });
    }

    @Test
    void whoIsToldOfItsGrantConfirmsItAndLooksAtNothing() {
        HeldLock held = scene.hold(giver);
        Call<HoldOutcome> waiting = scene.call(taker, scene.waiting(LONG));
        int looks = scene.store.reads();

        scene.host.call("release", held::release).answer();

        assertThat(Scene.taken(waiting).state().isHeld()).isTrue();
        scene.host.settle();
        assertThat(scene.store.reads()).isEqualTo(looks);
        assertThat(scene.store.batchesOf(Change.Extend.class)).hasSize(1);
        assertThat(stored().standing()).isEqualTo(Standing.CONFIRMED);
    }

    @Test
    void whoIsToldOfItsGrantHoldsItBeforeItIsConfirmedAndConfirmsItAsSoonAsThatIsPossible() {
        HeldLock held = scene.hold(giver);
        Call<HoldOutcome> waiting = scene.call(taker, scene.waiting(LONG));
        noHeartbeats();

        scene.host.call("release", held::release).answer();

        HeldLock taken = Scene.taken(waiting);
        scene.host.settle();
        assertThat(taken.state()).isInstanceOf(HoldState.Jeopardy.class);
        assertThat(stored().id()).isEqualTo(taken.id());
        assertThat(stored().token()).isEqualTo(taken.token());
        assertThat(stored().standing()).isEqualTo(Standing.UNCONFIRMED);
        scene.store.healthy();
        scene.host.advance(Duration.ofSeconds(2));
        assertThat(taken.state()).isEqualTo(new HoldState.Held());
        assertThat(stored().standing()).isEqualTo(Standing.CONFIRMED);
    }

    /** Its place was kept alive by touches, the last of them some seconds before the grant. */
    @Test
    void whoCannotConfirmLearnsOfItsLossBeforeTheStoreGivesTheLockAway() {
        HeldLock held = scene.hold(giver);
        Call<HoldOutcome> waiting = scene.call(taker, scene.waiting(LONG));
        scene.host.advance(Duration.ofSeconds(57));
        noHeartbeats();
        scene.host.call("release", held::release).answer();
        HeldLock taken = Scene.taken(waiting);

        StoreTime end = stored().until();
        while (taken.state().isHeld()) {
            assertThat(taken.trustLeft()).isLessThan(scene.root().now().until(end));
            scene.host.advance(Duration.ofMillis(500));
        }

        assertThat(scene.root().now().hasReached(end)).isFalse();
        assertThat(taken.state().loss()).isNotNull();
    }

    private LockEngine engine(Duration claimDeadline, List<Rules.Tenure> tenures) {
        Rules usual = Rules.DEFAULT;
        return scene.engine(
                EngineSettings.DEFAULT.withRules(
                        new Rules(
                                usual.priorityStep(),
                                claimDeadline,
                                usual.ticketLease(),
                                usual.limits(),
                                tenures)));
    }

    @Test
    void whoCannotConfirmIsNotToldThatItHeldForAsLongAsTheRulesAllow() {
        var tenure = new Rules.Tenure(Prefix.EVERYTHING, Duration.ofHours(1));
        LockEngine bounded = engine(Rules.DEFAULT.claimDeadline(), List.of(tenure));
        HeldLock held = scene.hold(giver);
        Call<HoldOutcome> waiting = scene.call(bounded, scene.waiting(LONG));
        noHeartbeats();
        scene.host.call("release", held::release).answer();
        HeldLock taken = Scene.taken(waiting);

        scene.host.advance(Rules.DEFAULT.claimDeadline());

        assertThat(taken.state().loss())
                .isNotNull()
                .extracting(Loss::reason)
                .isEqualTo(Loss.Reason.STORE_UNREACHABLE);
    }

    /** Engines of one store need not have the same claim deadline. */
    @Test
    void whoCannotConfirmWhatAnotherEngineOfferedForAShorterTimeLearnsOfItsLossInThatTime() {
        HeldLock held = scene.hold(engine(Duration.ofSeconds(20), List.of()));
        Call<HoldOutcome> waiting = scene.call(taker, scene.waiting(LONG));
        noHeartbeats();
        scene.host.call("release", held::release).answer();
        HeldLock taken = Scene.taken(waiting);

        scene.host.advance(Duration.ofSeconds(20));

        assertThat(scene.root().now().hasReached(stored().until())).isTrue();
        assertThat(taken.state().loss()).isNotNull();
    }

    /** From its confirmation on a lock lasts for its lease, which may be shorter than the offer. */
    @Test
    void whoseConfirmationWasMadeAndNotAnsweredLearnsOfItsLossWithinItsLease() {
        HeldLock held = scene.hold(giver);
        var lease = Duration.ofSeconds(10);
        Call<HoldOutcome> waiting =
                scene.call(
                        taker,
                        scene.request(Scene.API, Mode.EXCLUSIVE, new WhenHeld.Wait(LONG), lease));
        scene.store.afterCommits(commits -> {
            if (commits.getFirst().changes().getFirst() instanceof Change.Extend) {
                scene.store.failing(Scene::unavailable);
                Scene.answerLost();
            }
        });
        scene.host.call("release", held::release).answer();
        HeldLock taken = Scene.taken(waiting);
        assertThat(stored().standing()).isEqualTo(Standing.CONFIRMED);

        scene.host.advance(lease);

        assertThat(scene.root().now().hasReached(stored().until())).isTrue();
        assertThat(taken.state().loss()).isNotNull();
    }

    @Test
    void whoseConfirmationHangsIsInJeopardyBeforeItIsLost() {
        HeldLock held = scene.hold(giver);
        Call<HoldOutcome> waiting = scene.call(taker, scene.waiting(LONG));
        var hanging = scene.host.newSignal();
        scene.store.beforeCommit(commits -> {
            try {
                hanging.await(LONG);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        scene.host.call("release", held::release).answer();
        HeldLock taken = Scene.taken(waiting);

        scene.host.advance(Duration.ofSeconds(10));
        assertThat(taken.state()).isEqualTo(new HoldState.Held());
        scene.host.advance(Duration.ofSeconds(10));
        assertThat(taken.state()).isInstanceOf(HoldState.Jeopardy.class);
        scene.host.advance(Duration.ofSeconds(5));
        assertThat(taken.state().loss()).isNotNull();
        scene.store.healthy();
        hanging.raise();
    }

    @Test
    void whoHearsOfItsGrantTooLateConfirmsItFirst() {
        var letters = new ArrayList<Runnable>();
        try (Scene slow = Scene.telling(letters::add)) {
            HeldLock held = slow.hold(slow.bystander());
            Call<HoldOutcome> waiting = slow.call(slow.engine(), slow.waiting(LONG));
            letters.clear();
            slow.host.call("release", held::release).answer();
            slow.store.failing(Scene::unavailable);
            slow.host.advance(Duration.ofSeconds(14));

            letters.forEach(Runnable::run);

            slow.host.settle();
            assertThat(waiting.isDone()).isFalse();
            slow.store.healthy();
            slow.host.advance(Duration.ofSeconds(5));
            assertThat(Scene.taken(waiting).state().isHeld()).isTrue();
        }
    }

    @Test
    void whoKeepsItsLockAliveItselfIsToldOfItOnlyWhenItIsConfirmed() {
        HeldLock held = scene.hold(giver);
        AcquireRequest request = scene.waiting(LONG);
        var waiting = scene.host.call("detached", () -> taker.acquire(request));
        scene.host.settle();
        noHeartbeats();
        scene.host.call("release", held::release).answer();
        scene.host.settle();
        assertThat(waiting.isDone()).isFalse();

        scene.store.healthy();
        scene.host.advance(Duration.ofSeconds(5));

        assertThat(waiting.answer()).isInstanceOf(AcquireOutcome.Granted.class);
        assertThat(stored().standing()).isEqualTo(Standing.CONFIRMED);
    }

    @Test
    void aGrantForWhichTheStoreCannotVouchIsConfirmedFirst() {
        try (Scene quiet = Scene.withoutNotices()) {
            HeldLock held = quiet.hold(quiet.bystander());
            AcquireRequest request = quiet.waiting(LONG);
            Call<HoldOutcome> waiting = quiet.call(quiet.engine(), request);
            quiet.host.call("release", held::release).answer();
            Token token = quiet.root().holds().getFirst().token();
            quiet.store.failing(Scene::unavailable);

            quiet.store.tell(new Notice(Scene.ROOT, offer(request, token)));

            quiet.host.settle();
            assertThat(waiting.isDone()).isFalse();
        }
    }

    @Test
    void whoBuildsOnALockThatItWasJustToldOfBuildsOnThatLock() {
        HeldLock held = scene.hold(giver);
        AcquireRequest request = scene.waiting(LONG);
        Call<HoldOutcome> waiting = scene.call(taker, request);
        noHeartbeats();
        scene.host.call("release", held::release).answer();
        HeldLock outer = Scene.taken(waiting);
        scene.host.settle();
        scene.store.healthy();

        AcquireRequest further = Scene.by(request.owner(), outer.id(), scene.now());
        HeldLock inner = scene.hold(taker, further);

        assertThat(inner.token()).isEqualTo(outer.token());
        assertThat(scene.root().holds()).hasSize(1);
    }

    /** Also if it is not the one that was just told. */
    @Test
    void whoBuildsOnAnotherLockOfItsOwnerBuildsOnAllThatTheOwnerWasToldOf() {
        HeldLock held = scene.hold(giver);
        AcquireRequest request = scene.waiting(LONG);
        Resource elsewhere = Resource.parse("shop/staging");
        HeldLock first =
                scene.hold(
                        taker,
                        Scene.by(
                                request.owner(),
                                null,
                                scene.request(
                                        elsewhere,
                                        Mode.EXCLUSIVE,
                                        new WhenHeld.GiveUp(),
                                        Scene.LEASE)));
        Call<HoldOutcome> waiting =
                scene.call(taker, Scene.by(request.owner(), first.id(), request));
        noHeartbeats();
        scene.host.call("release", held::release).answer();
        HeldLock told = Scene.taken(waiting);
        scene.host.settle();
        scene.store.healthy();

        HeldLock again = scene.hold(taker, Scene.by(request.owner(), first.id(), scene.now()));

        assertThat(again.token()).isEqualTo(told.token());
        assertThat(scene.root().holds()).hasSize(1);
    }

    @Test
    void whatIsConfirmedLastsForTheLeaseThatWasAskedFor() {
        HeldLock held = scene.hold(giver);
        AcquireRequest request =
                scene.request(Scene.API, Mode.EXCLUSIVE, new WhenHeld.Wait(LONG), LONG);
        Call<HoldOutcome> waiting = scene.call(taker, request);

        scene.host.call("release", held::release).answer();

        HeldLock taken = Scene.taken(waiting);
        scene.host.settle();
        assertThat(taken.trustLeft()).isGreaterThan(Duration.ofMinutes(9));
        assertThat(stored().id()).isEqualTo(taken.id());
        assertThat(stored().until()).isEqualTo(stored().acquiredAt().plus(LONG));
    }

    @Test
    void howeverLongItWaitedWhoIsToldOfItsGrantLooksAtNothing() {
        HeldLock held = scene.hold(giver);
        Call<HoldOutcome> waiting = scene.call(taker, scene.waiting(LONG));
        scene.host.advance(Duration.ofSeconds(5));
        int looks = scene.store.reads();

        scene.host.call("release", held::release).answer();

        assertThat(Scene.taken(waiting).state().isHeld()).isTrue();
        scene.host.settle();
        assertThat(scene.store.reads()).isEqualTo(looks);
    }

    /** A repetition may name another lease than the one for which the lock is granted. */
    @Test
    void whoConfirmsForAnotherLeaseTrustsNoLongerThanTheStoreDoes() {
        HeldLock held = scene.hold(giver);
        AcquireRequest first = scene.waiting(LONG);
        Call<HoldOutcome> one = scene.call(taker, first);
        Call<HoldOutcome> two = scene.call(taker, Scene.leased(first, Duration.ofSeconds(3)));
        one.interrupt();

        scene.host.call("release", held::release).answer();

        HeldLock taken = Scene.taken(two);
        assertThat(stored().id()).isEqualTo(taken.id());
        assertThat(taken.trustLeft())
                .isLessThanOrEqualTo(scene.root().now().until(stored().until()));
    }

    @Test
    void anOfferOfWhatIsAnothersIsNotTaken() {
        HeldLock held = scene.hold(giver);
        AcquireRequest request = scene.waiting(LONG);
        Call<HoldOutcome> waiting = scene.call(taker, request);

        scene.store.tell(new Notice(Scene.ROOT, offer(request, held.token())));

        scene.host.settle();
        assertThat(waiting.isDone()).isFalse();
        scene.host.call("release", held::release).answer();
        assertThat(Scene.taken(waiting).token()).isNotEqualTo(held.token());
    }

    @Test
    void anOfferOfWhatNeverWasIsNotTaken() {
        HeldLock held = scene.hold(giver);
        AcquireRequest request = scene.waiting(LONG);
        Call<HoldOutcome> waiting = scene.call(taker, request);

        scene.store.tell(
                new Notice(Scene.ROOT, offer(request, new Token(held.token().value() + 1))));

        scene.host.settle();
        assertThat(waiting.isDone()).isFalse();
    }

    @Test
    void aConfirmationWhoseAnswerIsLostIsReadBack() {
        HeldLock held = scene.hold(giver);
        Call<HoldOutcome> waiting = scene.call(taker, scene.waiting(LONG));
        var lost = new AtomicInteger();
        scene.store.afterCommit(() -> {
            if (lost.getAndIncrement() == 0) {
                Scene.answerLost();
            }
        });

        scene.host.call("release", held::release).answer();

        assertThat(Scene.taken(waiting).state().isHeld()).isTrue();
    }

    @Test
    void whoseOwnerWasMadeForOneRequestIsNotAskedAboutBeforeItWaits() {
        var asked = new AtomicInteger();
        scene.store.beforeEntangling(asked::incrementAndGet);
        scene.hold(giver);

        scene.call(taker, Scene.ownedOnce(scene.waiting(LONG)));
        assertThat(asked).hasValue(0);

        scene.call(taker, scene.waiting(LONG));
        assertThat(asked.get()).isPositive();
    }

    private static List<Notice.Offer> offer(AcquireRequest request, Token token) {
        return List.of(new Notice.Offer(request.id(), token));
    }
}

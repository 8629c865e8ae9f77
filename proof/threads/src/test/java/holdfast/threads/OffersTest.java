package holdfast.threads;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.engine.LockEngine;
import holdfast.model.AcquireRequest;
import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.Token;
import holdfast.model.WhenHeld;
import holdfast.store.Change;
import holdfast.store.Interest;
import holdfast.store.Notice;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A notice may say what was granted to whom. It is a hint like any other, and saves who believes it a look. */
final class OffersTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    private final Scene scene = Scene.make();
    private final LockEngine giver = scene.bystander();
    private final LockEngine taker = scene.engine();

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void whoIsToldOfItsGrantConfirmsItAndLooksAtNothing() {
        HeldLock held = scene.hold(giver);
        Call<HoldOutcome> waiting = scene.call(taker, scene.waiting(LONG));
        int looks = scene.store.reads();

        scene.host.call("release", held::release).answer();

        assertThat(Scene.taken(waiting).state().isHeld()).isTrue();
        assertThat(scene.store.reads()).isEqualTo(looks);
        assertThat(scene.store.batchesOf(Change.Extend.class)).hasSize(1);
    }

    @Test
    void whatIsConfirmedLastsForTheLeaseThatWasAskedFor() {
        HeldLock held = scene.hold(giver);
        AcquireRequest request =
                scene.request(Scene.API, Mode.EXCLUSIVE, new WhenHeld.Wait(LONG), LONG);
        Call<HoldOutcome> waiting = scene.call(taker, request);

        scene.host.call("release", held::release).answer();

        HeldLock taken = Scene.taken(waiting);
        assertThat(taken.trustLeft()).isGreaterThan(Duration.ofMinutes(9));
        Hold stored = scene.memory.read(Scene.ROOT, Interest.NONE).holds().getFirst();
        assertThat(stored.id()).isEqualTo(taken.id());
        assertThat(stored.until()).isEqualTo(stored.acquiredAt().plus(LONG));
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
        Hold stored = scene.memory.read(Scene.ROOT, Interest.NONE).holds().getFirst();
        assertThat(stored.id()).isEqualTo(taken.id());
        assertThat(taken.trustLeft()).isLessThanOrEqualTo(scene.root().now().until(stored.until()));
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

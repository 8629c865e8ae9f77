package holdfast.threads;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.engine.LockEngine;
import holdfast.model.AcquireRequest;
import holdfast.model.RequestId;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Who wants a place in line while this engine hands the lock over again and again goes along with the next hand-over, and is in line as if
 * it had come right after it.
 */
final class RidersTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration MOMENT = Duration.ofMillis(5);

    private final Scene scene = Scene.make();
    private final LockEngine engine = scene.engine();
    private final List<Commit> joins = new ArrayList<>();

    RidersTest() {
        scene.store.beforeCommit(this::note);
    }

    @AfterEach
    void close() {
        scene.close();
    }

    private void note(List<Commit> commits) {
        commits.stream()
                .filter(commit -> commit.changes().stream().anyMatch(Change.Join.class::isInstance))
                .forEach(joins::add);
    }

    private AcquireRequest wish() {
        return Scene.ownedOnce(scene.waiting(LONG));
    }

    private void release(HeldLock lock) {
        scene.host.call("release", lock::release).answer();
    }

    private List<RequestId> inLine() {
        return scene.memory.queue(Scene.ROOT, 10).stream()
                .map(waiter -> waiter.claim().request())
                .toList();
    }

    @Test
    void whoComesBehindOthersGoesAlongWithTheHandOverAndSleepsOnUntilItsTurn() {
        HeldLock first = scene.hold(engine);
        Call<HoldOutcome> second = scene.call(engine, wish());
        AcquireRequest third = wish();
        Call<HoldOutcome> riding = scene.call(engine, third);
        AcquireRequest fourth = wish();
        Call<HoldOutcome> ridingToo = scene.call(engine, fourth);
        assertThat(inLine()).doesNotContain(third.id(), fourth.id());

        release(first);

        assertThat(inLine()).containsExactly(third.id(), fourth.id());
        assertThat(joins).hasSize(2);
        assertThat(joins.getLast().changes())
                .hasAtLeastOneElementOfType(Change.End.class)
                .hasAtLeastOneElementOfType(Change.Grant.class);
        assertThat(scene.host.wakesOf(third.id().text())).isZero();

        release(Scene.taken(second));
        release(Scene.taken(riding));
        assertThat(scene.host.wakesOf(third.id().text())).isOne();
        assertThat(Scene.taken(ridingToo).state().isHeld()).isTrue();
        assertThat(inLine()).isEmpty();
        assertThat(joins).hasSize(2);
    }

    @Test
    void whoFindsNoHandOverWithinAMomentGoesAlone() {
        HeldLock first = scene.hold(engine);
        Call<HoldOutcome> second = scene.call(engine, wish());
        AcquireRequest third = wish();
        Call<HoldOutcome> riding = scene.call(engine, third);

        scene.host.advance(MOMENT);

        assertThat(inLine()).hasSize(2).endsWith(third.id());
        release(first);
        release(Scene.taken(second));
        assertThat(Scene.taken(riding).state().isHeld()).isTrue();
    }

    @Test
    void nobodyWaitsForAHandOverOfALockThatIsHeldForLong() {
        scene.hold(engine);
        scene.host.advance(MOMENT);
        scene.call(engine, wish());
        AcquireRequest third = wish();

        scene.call(engine, third);

        assertThat(inLine()).hasSize(2).endsWith(third.id());
    }

    @Test
    void whoWaitsForTheHolderAloneGoesAlone() {
        scene.hold(engine);
        AcquireRequest second = wish();

        scene.call(engine, second);

        assertThat(inLine()).containsExactly(second.id());
    }

    @Test
    void ifTheHandOverIsRefusedWhoWentAlongGoesAlone() {
        HeldLock first = scene.hold(engine);
        AcquireRequest second = wish();
        Call<HoldOutcome> cancelled = scene.call(engine, second);
        AcquireRequest third = wish();
        Call<HoldOutcome> riding = scene.call(engine, third);
        LockEngine other = scene.bystander();
        Call<HoldOutcome> fromElsewhere = scene.call(other, wish());
        scene.store.beforeCommit(commits -> {
            note(commits);
            scene.store.beforeCommit(this::note);
            other.cancel(Scene.ROOT, second.id(), "not needed");
        });

        release(first);

        assertThat(cancelled.isDone()).isTrue();
        release(Scene.taken(fromElsewhere));
        assertThat(Scene.taken(riding).state().isHeld()).isTrue();
    }

    @Test
    void ifTheAnswerToTheHandOverIsLostWhoWentAlongReadsBackWhetherItIsInLine() {
        HeldLock first = scene.hold(engine);
        Call<HoldOutcome> second = scene.call(engine, wish());
        AcquireRequest third = wish();
        Call<HoldOutcome> riding = scene.call(engine, third);
        var lost = new AtomicInteger();
        scene.store.afterCommit(() -> {
            if (lost.getAndIncrement() == 0) {
                Scene.answerLost();
            }
        });

        release(first);

        assertThat(lost.get()).isPositive();
        assertThat(inLine()).containsExactly(third.id());
        release(Scene.taken(second));
        assertThat(Scene.taken(riding).state().isHeld()).isTrue();
    }

    @Test
    void whoCannotReadBackIsToldThatItMayBeInLine() {
        HeldLock first = scene.hold(engine);
        scene.call(engine, wish());
        AcquireRequest third = wish();
        Call<HoldOutcome> riding = scene.call(engine, third);
        scene.store.afterCommit(() -> {
            scene.store.failing(Scene::unavailable);
            Scene.answerLost();
        });

        scene.host.call("release", first::release);

        assertThat(riding.failure()).isInstanceOf(StoreException.OutcomeUnknown.class);
        scene.store.healthy();
        scene.host.advance(Duration.ofMinutes(1));
        assertThat(inLine()).doesNotContain(third.id());
    }

    @Test
    void whoIsInterruptedOnTheWayLeavesNoPlaceBehind() {
        HeldLock first = scene.hold(engine);
        Call<HoldOutcome> second = scene.call(engine, wish());
        AcquireRequest third = wish();
        Call<HoldOutcome> riding = scene.call(engine, third);

        riding.interrupt();

        assertThat(riding.failure()).isInstanceOf(InterruptedException.class);
        assertThat(inLine()).hasSize(1);
        release(first);
        release(Scene.taken(second));
        assertThat(scene.root().holds()).isEmpty();
    }

    @Test
    void whoIsOnTheWayWhenTheEngineClosesIsTold() {
        scene.hold(engine);
        scene.call(engine, wish());
        Call<HoldOutcome> riding = scene.call(engine, wish());

        scene.host.call(
                "close",
                () -> {
                    engine.close();
                    return "closed";
                });
        scene.host.advance(MOMENT);

        assertThat(riding.failure()).hasMessageContaining("closed");
    }

    @Test
    void aRequestThatIsMadeTwiceAtOnceGetsOnePlace() {
        HeldLock first = scene.hold(engine);
        Call<HoldOutcome> second = scene.call(engine, wish());
        AcquireRequest third = wish();
        Call<HoldOutcome> riding = scene.call(engine, third);
        Call<HoldOutcome> again = scene.call(engine, third);

        release(first);

        assertThat(inLine()).containsExactly(third.id());
        release(Scene.taken(second));
        assertThat(Scene.taken(riding).token()).isEqualTo(Scene.taken(again).token());
    }
}

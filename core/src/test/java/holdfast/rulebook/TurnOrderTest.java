package holdfast.rulebook;

import static holdfast.model.Priority.CRITICAL;
import static holdfast.model.Priority.HIGH;
import static holdfast.model.Priority.LOW;
import static holdfast.model.Priority.NORMAL;
import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Refusal;
import holdfast.model.StoreTime;
import holdfast.model.Waiter;
import holdfast.store.Interest;
import holdfast.store.RootView;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule 3. */
final class TurnOrderTest {
    private static final Duration STEP = Duration.ofMinutes(10);
    private static final Duration LONG = Duration.ofHours(2);
    private static final Duration A_MOMENT = Duration.ofMillis(1);

    /** Places are kept for long, so that examples need not touch them. */
    private final Scene scene =
            new Scene(new Rules(STEP, Duration.ofSeconds(25), LONG, Limits.DEFAULT, List.of()));

    TurnOrderTest() {
        scene.granted(scene.wish("alice", "prod//api").lease(LONG));
        scene.pass(A_MOMENT);
    }

    @Test
    void aHigherPriorityGoesFirst() {
        scene.waits("low", "prod", LOW);
        scene.waits("normal", "prod", NORMAL);
        scene.waits("high", "prod", HIGH);
        scene.waits("critical", "prod", CRITICAL);

        assertThat(scene.queue()).containsExactly("critical", "high", "normal", "low");
    }

    @Test
    void withinOnePriorityTheOlderGoesFirst() {
        scene.waits("first", "prod");
        scene.pass(A_MOMENT);
        scene.waits("second", "prod");

        assertThat(scene.queue()).containsExactly("first", "second");
    }

    /** Its turn counts from now, and an old look would make it too early. */
    @Test
    void whoMayGoPastOthersIsNotDecidedWithAnOldLook() {
        RootView nobodyWaits = scene.view(Interest.NONE);
        scene.waits("low", "prod", LOW);
        RootView lowWaits = scene.view(Interest.NONE);

        assertThat(isGoodFor(nobodyWaits, "prod//web")).isTrue();
        assertThat(isGoodFor(lowWaits, "prod//web")).isFalse();
        assertThat(isGoodFor(lowWaits, "prod//api")).as("a hold bars its way").isTrue();
    }

    private boolean isGoodFor(RootView view, String resource) {
        return scene.rulebook()
                .isGoodFor(view, scene.wish("high", resource).priority(HIGH).waiting().request());
    }

    @Test
    void whoJoinedAtTheSameInstantGoesByTicket() {
        scene.waits("first", "prod");
        scene.waits("second", "prod");

        assertThat(scene.queue()).containsExactly("first", "second");
    }

    @Test
    void aLowRequestIsOvertakenByACriticalOneWithinThreeSteps() {
        scene.waits("low", "prod", LOW);
        scene.pass(STEP.multipliedBy(3).minus(A_MOMENT));
        scene.waits("critical", "prod", CRITICAL);

        assertThat(scene.queue()).containsExactly("critical", "low");
    }

    @Test
    void aLowRequestOfThreeStepsBeatsAFreshCriticalOne() {
        scene.waits("low", "prod", LOW);
        scene.pass(STEP.multipliedBy(3));
        scene.waits("critical", "prod", CRITICAL);

        // Their turns are equal now, and the lower ticket decides.
        assertThat(scene.queue()).containsExactly("low", "critical");
    }

    @Test
    void oneLevelIsWorthOneStep() {
        scene.waits("normal", "prod", NORMAL);
        scene.pass(STEP.plus(A_MOMENT));
        scene.waits("high", "prod", HIGH);

        assertThat(scene.queue()).containsExactly("normal", "high");
    }

    @Test
    void theStepMayBeSet() {
        Rules hasty =
                new Rules(
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(25),
                        LONG,
                        Limits.DEFAULT,
                        List.of());
        var other = new Scene(hasty);
        other.holds("alice", "prod");
        other.pass(A_MOMENT);
        other.waits("low", "prod", LOW);
        other.pass(Duration.ofSeconds(3));
        other.waits("critical", "prod", CRITICAL);

        assertThat(other.queue()).containsExactly("low", "critical");
    }

    @Test
    void aNewcomerIsMeasuredByTheSameOrder() {
        scene.waits("low", "prod", LOW);
        scene.pass(STEP.multipliedBy(3));

        Refusal refusal = scene.refused(scene.wish("critical", "prod//web").priority(CRITICAL));

        assertThat(refusal).isInstanceOf(Refusal.Held.class);
    }

    @Test
    void aTouchDoesNotChangeTheTurn() {
        Waiter first = scene.waits("first", "prod");
        scene.waits("second", "prod");
        scene.pass(A_MOMENT);

        scene.touch(first);

        assertThat(scene.queue()).containsExactly("first", "second");
    }

    @Test
    void theHandOverFollowsTheTurn() {
        scene.waits("normal", "prod", NORMAL);
        scene.waits("high", "prod", HIGH);

        scene.release("alice");

        assertThat(scene.holder("prod")).isEqualTo("high");
    }

    @Test
    void aStreamOfCriticalRequestsWithoutEndKeepsALowOneWaitingForThreeStepsAtMost() {
        Duration turn = Duration.ofSeconds(50);
        scene.waits("low", "prod", LOW);
        StoreTime joined = scene.now();
        scene.waits("critical-0", "prod", CRITICAL);
        scene.release("alice");

        for (int i = 1; scene.holdsOf("low").isEmpty() && i <= 100; i++) {
            scene.waits("critical-" + i, "prod", CRITICAL);
            scene.pass(turn);
            scene.releaseAll(scene.liveHolds().get(0));
        }

        assertThat(scene.holder("prod")).isEqualTo("low");
        assertThat(joined.until(scene.now())).isBetween(STEP, STEP.multipliedBy(3).plus(turn));
    }
}

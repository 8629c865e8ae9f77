package holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Who waits for an answer stays awake only where that pays. Each look at the clock takes 10 microseconds here. */
final class WatchfulnessTest {
    private static final Duration ANSWER = Duration.ofNanos(50_000);

    private long now;
    private final Watchfulness watchfulness = new Watchfulness(() -> now += 10_000);

    /** What it costs to sleep until the answer is there, or to stay awake for it, beside the answer's own time. */
    private Duration toWake = Duration.ZERO;

    private Duration toBeInTheWay = Duration.ZERO;

    /** An answer that comes when the clock says so. */
    private final class Coming extends CompletableFuture<String> {
        private final long at = now + ANSWER.toNanos();

        @Override
        public boolean isDone() {
            return now >= at;
        }
    }

    /** @return whether the caller stayed awake */
    private boolean call() {
        long before = now;
        Watchfulness.Wait wait = watchfulness.begin(new Coming());
        boolean awake = now - before > 20_000;
        now = Math.max(now, before + ANSWER.toNanos());
        now += (awake ? toBeInTheWay : toWake).toNanos();
        watchfulness.end(wait);
        return awake;
    }

    /** @return how many stayed awake */
    private int awakeOf(int turns) {
        int awake = 0;
        for (int i = 0; i < turns * Watchfulness.CALLS_A_TURN; i++) {
            awake += call() ? 1 : 0;
        }
        return awake / Watchfulness.CALLS_A_TURN;
    }

    @Test
    void whereWakingUpTakesLongerTheyStayAwakeAndNowAndThenTrySleep() {
        toWake = Duration.ofNanos(60_000);
        awakeOf(2);

        assertThat(awakeOf(Watchfulness.TURNS)).isEqualTo(Watchfulness.TURNS - 1);
    }

    @Test
    void whereWhoIsAwakeIsInTheWayTheySleepAndNowAndThenStayAwake() {
        toBeInTheWay = Duration.ofNanos(60_000);
        awakeOf(2);

        assertThat(awakeOf(Watchfulness.TURNS)).isEqualTo(1);
    }

    @Test
    void whereItMakesNoDifferenceTheySleep() {
        awakeOf(2);

        assertThat(awakeOf(Watchfulness.TURNS)).isEqualTo(1);
    }

    @Test
    void whenItChangesWhatIsFasterSoDoThey() {
        toWake = Duration.ofNanos(60_000);
        awakeOf(2);
        toWake = Duration.ZERO;
        toBeInTheWay = Duration.ofNanos(60_000);
        awakeOf(Watchfulness.TURNS);

        assertThat(awakeOf(Watchfulness.TURNS)).isEqualTo(1);
    }

    @Test
    void nobodyStaysAwakeForLongerThanATenthOfAMillisecond() {
        toWake = Duration.ofNanos(60_000);
        awakeOf(2);
        long before = now;

        watchfulness.begin(new CompletableFuture<>());

        assertThat(Duration.ofNanos(now - before))
                .isBetween(Duration.ofNanos(90_000), Duration.ofNanos(150_000));
    }

    @Test
    void whileOthersWaitTooAllSleep() {
        toWake = Duration.ofNanos(60_000);
        awakeOf(2);
        watchfulness.begin(new CompletableFuture<>());

        assertThat(call()).isFalse();
    }
}

package holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who waits for an answer stays awake only where that pays. */
final class WatchfulnessTest {
    private static final long ANSWER = 50_000;

    private final Watchfulness watchfulness = new Watchfulness();

    /** What it costs to sleep until the answer is there, or to stay awake for it, beside the answer's own time. */
    private long toWake;

    private long toBeInTheWay;

    /** @return whether the caller stayed awake */
    private boolean call() {
        boolean awake = watchfulness.staysAwake();
        watchfulness.took(ANSWER + (awake ? toBeInTheWay : toWake));
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
        toWake = 60_000;
        awakeOf(2);

        assertThat(awakeOf(Watchfulness.TURNS)).isEqualTo(Watchfulness.TURNS - 1);
    }

    @Test
    void whereWhoIsAwakeIsInTheWayTheySleepAndNowAndThenStayAwake() {
        toBeInTheWay = 60_000;
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
        toWake = 60_000;
        awakeOf(2);
        toWake = 0;
        toBeInTheWay = 60_000;
        awakeOf(Watchfulness.TURNS);

        assertThat(awakeOf(Watchfulness.TURNS)).isEqualTo(1);
    }

    @Test
    void aPauseOfTheMachineCountsForLittle() {
        toWake = 60_000;
        awakeOf(2);
        for (int i = 0; i < Watchfulness.CALLS_A_TURN; i++) {
            watchfulness.took(i == 0 ? 1_000_000_000 : ANSWER);
        }

        assertThat(call()).isTrue();
    }
}

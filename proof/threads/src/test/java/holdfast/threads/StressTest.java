package holdfast.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many real threads, on few roots, through several engines on one store, with waits that end in every way at any moment. After
 * each round nothing may be left: no hold of nobody, no place in line of nobody.
 */
final class StressTest {
    private static final int ROUNDS = 50;
    private static final int THREADS = 400;

    /** Rounds that a slow machine has no time for are left out. */
    private static final Duration TIME_FOR_ALL = Duration.ofSeconds(15);

    @Test
    @Timeout(120)
    void nothingIsLeftWhenEveryoneHasGone() throws InterruptedException {
        long seed = Long.getLong("holdfast.seed", System.nanoTime());
        long began = System.nanoTime();
        int rounds = 0;
        int taken = 0;
        while (rounds < ROUNDS && System.nanoTime() - began < TIME_FOR_ALL.toNanos()) {
            long roundSeed = seed + rounds;
            try (var round = new StressRound(new SplittableRandom(roundSeed))) {
                round.run(THREADS);
                taken += round.taken();
            } catch (AssertionError e) {
                throw new AssertionError("with -Dholdfast.seed=" + roundSeed, e);
            }
            rounds++;
        }
        System.out.printf(
                "stress: seed %d, %d rounds of %d threads, %d locks taken%n",
                seed, rounds, THREADS, taken);
        assertThat(rounds).isPositive();
        assertThat(taken).isPositive();
    }
}

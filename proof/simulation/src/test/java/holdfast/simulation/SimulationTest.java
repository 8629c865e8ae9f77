package holdfast.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * The fixed seeds never change, so a failure there comes from the code; the fresh ones are new in every build. The time that the
 * fresh ones get is {@code -Dsimulation.minutes}; {@code -Dsimulation.seed} runs a single one.
 */
final class SimulationTest {
    private static final int FIXED = 150;

    private static boolean isSingle() {
        return System.getProperty("simulation.seed") != null;
    }

    private static long check(long seed) {
        Simulation.Result result = Simulation.run(seed);
        if (result.invariant() != null) {
            fail(result.report());
        }
        return result.events();
    }

    @Test
    void aSeedRepeatsItsRunExactly() {
        for (long seed = 1; seed <= 8; seed++) {
            assertThat(Simulation.run(seed).hash())
                    .as("seed %d", seed)
                    .isEqualTo(Simulation.run(seed).hash());
        }
    }

    @Test
    void everyInvariantHoldsForTheFixedSeeds() {
        Assumptions.assumeFalse(isSingle());
        long events = 0;
        for (long seed = 1; seed <= FIXED; seed++) {
            events += check(seed);
        }
        System.out.printf("simulation: seeds 1 to %d ok, %d events%n", FIXED, events);
    }

    @Test
    void everyInvariantHoldsForFreshSeeds() {
        Assumptions.assumeFalse(isSingle());
        String minutes = System.getProperty("simulation.minutes");
        Duration time =
                minutes == null
                        ? Duration.ofSeconds(12)
                        : Duration.ofMinutes(Long.parseLong(minutes));
        long began = System.nanoTime();
        long first = System.currentTimeMillis() * 1_000;
        long seed = first;
        long events = 0;
        while (System.nanoTime() - began < time.toNanos()) {
            events += check(seed++);
        }
        System.out.printf("simulation: seeds %d to %d ok, %d events%n", first, seed - 1, events);
    }

    @Test
    void everyInvariantHoldsForTheSeedThatWasAskedFor() {
        Assumptions.assumeTrue(isSingle());
        Simulation.Result result =
                Simulation.runWithWholeLog(Long.parseLong(System.getProperty("simulation.seed")));
        System.out.println(result.report());
        assertThat(result.invariant()).isNull();
    }
}

package holdfast.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each broken rule is caught by an invariant: a checker that never fails would prove nothing. */
final class MutationTest {
    private static final int SEEDS_MAX = 400;

    static List<Mutant> mutants() {
        return Mutant.all();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void aBrokenRuleIsCaught(Mutant mutant, @TempDir Path folder) throws Exception {
        try (var copy = BrokenCopy.of(mutant, folder)) {
            long seed = mutant.hint();
            String invariant = copy.run(seed);
            for (long next = 1; invariant.isEmpty() && next <= SEEDS_MAX; next++) {
                seed = next;
                invariant = copy.run(seed);
            }
            System.out.printf(
                    "simulation: '%s' caught by %s in seed %d%n", mutant, invariant, seed);
            assertThat(invariant).as("'%s' in %d seeds", mutant, SEEDS_MAX).isNotEmpty();
        }
    }
}

package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who only looks, or speaks of what cannot be there, does not make a store. */
final class NoStoreYetTest {
    private static CliRun cli(Map<String, String> environment) {
        return new CliRun(
                        () -> {
                            throw new AssertionError("the store would be made");
                        },
                        environment)
                .beforeTheStoreIsMade();
    }

    @ParameterizedTest
    @CsvSource({
        "locks list, No locks.",
        "locks list --output json, []",
        "queue list, Nobody waits.",
        "queue list shop --output json, []",
        "freezes, No freezes.",
        "deadlocks, No deadlocks.",
    })
    void whereNobodyEverLockedAnythingThereIsNothing(String command, String out) {
        var cli = cli(Map.of());

        assertThat(cli.run(command.split(" "))).isZero();
        assertThat(cli.out()).isEqualTo(out + "\n");
        assertThat(cli.err())
                .isEqualTo(
                        "holdfast: there is no store at test:usual yet: the first lock makes it\n");
    }

    @Test
    void aResourceIsNotLockedThere() {
        var cli = cli(Map.of());

        assertThat(cli.run("locks", "status", "shop")).isZero();
        assertThat(cli.out()).contains("Locked:   No");
    }

    @Test
    void aWatcherWaitsForTheStore() {
        var cli = cli(Map.of());

        assertThat(cli.run("locks", "watch")).isZero();
        assertThat(cli.err()).contains("there is no store at test:usual yet");
    }

    @Test
    void theDoctorSaysSoAndFindsNoFault() {
        var cli = cli(Map.of());

        assertThat(cli.run("doctor")).isZero();
        assertThat(cli.out())
                .contains("warning", "is not there yet: the first lock makes it")
                .doesNotContain("failed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "locks list",
                "locks status shop",
                "locks watch",
                "queue list",
                "freezes",
                "deadlocks",
            })
    void aStoreThatSomebodyNamedMustBeThere(String command) {
        var byOption = cli(Map.of());
        var byVariable = cli(Map.of("HOLDFAST_STORE", "test:misspelt"));

        assertThat(byOption.run((command + " --store test:misspelt").split(" "))).isEqualTo(69);
        assertThat(byOption.err())
                .isEqualTo(
                        "holdfast: there is no store at test:misspelt (--store): is the name right?"
                                + " Otherwise the first lock makes it [BACKEND_ERROR]\n");
        assertThat(byVariable.run(command.split(" "))).isEqualTo(69);
        assertThat(byVariable.err()).contains("test:misspelt (HOLDFAST_STORE)");
    }

    @Test
    void theDoctorFindsFaultWithANamedStoreThatIsNotThere() {
        assertThat(cli(Map.of()).run("doctor", "--store", "test:misspelt")).isEqualTo(69);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "renew lock_1_a_00000000",
                "release lock_1_a_00000000",
                "transfer lock_1_a_00000000 --to bob",
                "queue cancel r1",
                "unlock shop --force --yes --reason x",
                "locks release shop --lock-id lock_1_a_00000000",
                "thaw f1"
            })
    void nothingCanBeDoneThereToWhatNobodyStored(String command) {
        var cli = cli(Map.of());

        assertThat(cli.run(command.split(" "))).isEqualTo(69);
        assertThat(cli.err()).contains("there is no store at test:usual (the usual one)");
    }
}

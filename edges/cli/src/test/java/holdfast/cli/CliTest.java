package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.ErrorCode;
import holdfast.model.InvalidRequestException;
import holdfast.store.LockStore;
import holdfast.store.StoreException;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CliTest {
    private static CliRun withStore(Supplier<LockStore> store, Map<String, String> environment) {
        return new CliRun(store, environment);
    }

    private static CliRun withoutStore() {
        return withStore(
                () -> {
                    throw new AssertionError("no store is needed");
                },
                Map.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run -- true",
                "run --lock x",
                "run --lock x --",
                "run --lock",
                "run --lock x --shard -- true",
                "run --lock x --wait 5 -- true",
                "run --lock x --wait 5s --no-wait -- true",
                "run --lock x --lease 20s --grace 11s -- true",
                "run --lock x --on-lost shrug -- true",
                "run --lock x --priority urgent -- true",
                "locks list --output xml",
                "locks list extra",
                "locks lost",
                "unlock"
            })
    void anArgumentThatMakesNoSenseIsExplainedAndNothingHappens(String arguments) {
        var cli = withoutStore();

        assertThat(cli.run(arguments.split(" "))).isEqualTo(64);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err())
                .startsWith("holdfast: ")
                .contains("--help")
                .doesNotContain("Exception");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "locks"})
    void aMissingCommandIsAnsweredByTheHelp(String arguments) {
        var cli = withoutStore();

        assertThat(cli.run(arguments.isEmpty() ? new String[0] : arguments.split(" ")))
                .isEqualTo(64);
        assertThat(cli.err()).contains("Usage: holdfast").contains("list");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "run --help", "locks --help", "locks list -h"})
    void everyCommandExplainsItselfInEightyColumns(String arguments) {
        var cli = withoutStore();

        assertThat(cli.run(arguments.split(" "))).isZero();
        assertThat(cli.out().lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void tellsItsVersion() {
        var cli = withoutStore();

        assertThat(cli.run("--version")).isZero();
        assertThat(cli.out()).isEqualTo("holdfast 1.2.3-test\n");
    }

    @Test
    void lostCharactersInANameAreRefused() {
        var cli = withoutStore();

        assertThat(cli.run("run", "--lock", "prod-\uFFFD\uFFFD", "--", "true")).isEqualTo(64);
        assertThat(cli.err()).contains("LC_ALL");
    }

    @Test
    void aStoreThatDoesNotAnswerIsSaidWithoutAStackTrace() {
        var cli =
                withStore(
                        () -> {
                            throw new StoreException.Unavailable("the disk is on fire", null);
                        },
                        Map.of());

        assertThat(cli.run("locks", "list")).isEqualTo(69);
        assertThat(cli.err()).isEqualTo("holdfast: the disk is on fire [BACKEND_ERROR]\n");
    }

    @Test
    void aRequestThatCannotBeIsUsage() {
        var cli =
                withStore(
                        () -> {
                            throw new InvalidRequestException("no such kind of store");
                        },
                        Map.of());

        assertThat(cli.run("locks", "list")).isEqualTo(64);
        assertThat(cli.err()).isEqualTo("holdfast: no such kind of store [INVALID_REQUEST]\n");
    }

    @Test
    void aMistakeOfOurOwnIsCalledOneAndShownOnRequest() {
        Supplier<LockStore> broken =
                () -> {
                    throw new IllegalStateException("impossible");
                };
        var quiet = withStore(broken, Map.of());
        var loud = withStore(broken, Map.of("HOLDFAST_DEBUG", "1"));

        assertThat(quiet.run("locks", "list")).isEqualTo(70);
        assertThat(quiet.err()).contains("impossible").doesNotContain("\tat ");
        assertThat(loud.run("locks", "list")).isEqualTo(70);
        assertThat(loud.err()).contains("\tat ");
    }

    @ParameterizedTest
    @EnumSource
    void noFailureLooksLikeSuccess(ErrorCode error) {
        assertThat(ExitCode.of(error).code()).isBetween(64, 78);
    }
}

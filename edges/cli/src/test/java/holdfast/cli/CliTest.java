package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.ErrorCode;
import holdfast.model.InvalidRequestException;
import holdfast.store.LockStore;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
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
                "locks list --filter status=broken",
                "locks list --filter age=5",
                "locks list --filter shop",
                "locks lost",
                "locks status",
                "locks status shop --stack a --environment b",
                "locks status --stack a",
                "locks status --stack a --environment b --service c --component c/d",
                "locks release shop",
                "acquire --lease 1h",
                "acquire shop",
                "acquire shop extra --lease 1h",
                "acquire shop --lease soon",
                "acquire shop --lease 1h --wait 5s --no-wait",
                "acquire shop --lease 1h --metadata nothing",
                "acquire shop --lease 1h --under lock_1_a_00000000",
                "run --lock x --skip-if-held --wait 5s -- true",
                "run --lock x --skip-if-held --no-wait -- true",
                "renew",
                "release",
                "transfer lock_1_a_00000000",
                "queue cancel",
                "unlock --force --reason x",
                "unlock shop",
                "unlock shop --reason x",
                "unlock shop --force --yes",
                "freeze --for 1h --reason x",
                "freeze shop --everything --for 1h --reason x",
                "freeze --everything=false --for 1h --reason x",
                "freeze shop --for 1h",
                "freeze shop --reason x",
                "thaw",
                "generate nonsense"
            })
    void anArgumentThatMakesNoSenseIsExplainedAndNothingHappens(String arguments) {
        var cli = withoutStore();

        assertThat(cli.run(arguments.split(" "))).isEqualTo(64);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err())
                .startsWith("holdfast: ")
                .contains(" [INVALID_REQUEST]\nholdfast: try 'holdfast ", "--help")
                .doesNotContain("Exception");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "lock list | there is no command 'lock'; did you mean 'locks'?",
                "locks lst | there is no command 'lst'; did you mean 'list'?",
                "run --lck x -- true | unknown option '--lck'",
                "freezes now | 'now' is one argument too many",
                "acquire shop | missing required option: '--lease=TIME'",
                "acquire shop --lease 1h --priority urgent | 'urgent' is none of low, normal, high,"
                        + " critical",
                "locks list --output xml | 'xml' is none of text, json",
            })
    void whatIsWrongWithAnArgumentIsSaidInWords(String arguments, String words) {
        var cli = withoutStore();

        assertThat(cli.run(arguments.split(" "))).isEqualTo(64);
        assertThat(cli.err().lines().findFirst().orElseThrow()).contains(words);
    }

    @Test
    void helpIsFoundWhereverItIsLookedFor() {
        var word = withoutStore();
        var option = withoutStore();

        assertThat(word.run("help", "locks", "list")).isZero();
        assertThat(option.run("locks", "list", "--help")).isZero();
        assertThat(word.out()).isEqualTo(option.out()).startsWith("Usage: holdfast locks list");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "locks", "queue"})
    void aMissingCommandIsAnsweredByTheHelp(String arguments) {
        var cli = withoutStore();

        assertThat(cli.run(arguments.isEmpty() ? new String[0] : arguments.split(" ")))
                .isEqualTo(64);
        assertThat(cli.err()).contains("Usage: holdfast").contains("list");
    }

    static List<String> everyCommand() {
        var context = new Context(new NoStores(), Map.of(), Terminal.ofThisProcess());
        return CommandTree.all(CommandTree.of(context, "test"))
                .map(line -> line.getCommandSpec().qualifiedName())
                .toList();
    }

    /** Nobody opens a store to read a help text. */
    static final class NoStores implements Stores {
        @Override
        public String absolute(@Nullable String address) {
            throw new AssertionError("no store is needed");
        }

        @Override
        public boolean isThere(String address) {
            throw new AssertionError("no store is needed");
        }

        @Override
        public LockStore nothing() {
            throw new AssertionError("no store is needed");
        }

        @Override
        public LockStore open(String address) {
            throw new AssertionError("no store is needed");
        }
    }

    @ParameterizedTest
    @MethodSource("everyCommand")
    void everyCommandExplainsItselfInEightyColumns(String command) {
        var cli = withoutStore();
        String arguments = (command + " --help").substring("holdfast ".length());

        assertThat(cli.run(arguments.split(" "))).isZero();
        assertThat(cli.out().lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(cli.out()).contains("  holdfast ");
        String examples = cli.out().substring(cli.out().lastIndexOf("\n\n"));
        assertThat(examples.lines().filter(line -> !line.isBlank()))
                .as("an example that is too long goes on in the next line, and cannot be copied")
                .allMatch(line ->
                        line.startsWith("  ")
                                || line.endsWith(":")
                                || line.endsWith("holdfast COMMAND --help"));
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

    @Test
    void aProgramThatAsksForJsonGetsItsErrorsAsJson() {
        var cli =
                withStore(
                        () -> {
                            throw new StoreException.Unavailable("the disk is on fire", null);
                        },
                        Map.of());

        assertThat(cli.run("locks", "list", "--output", "json")).isEqualTo(69);
        assertThat(cli.out())
                .isEqualTo(
                        "{\"error\":{\"code\":\"BACKEND_ERROR\",\"message\":\"the disk is on fire\"}}\n");
        assertThat(cli.err()).isEqualTo("holdfast: the disk is on fire [BACKEND_ERROR]\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "locks list --output json --filter age=5",
                "locks list --filter age=5 --output=JSON",
                "acquire --output json shop"
            })
    void aProgramThatAsksForJsonWithArgumentsThatMakeNoSenseGetsItsErrorAsJson(String arguments) {
        var cli = withoutStore();

        assertThat(cli.run(arguments.split(" "))).isEqualTo(64);
        assertThat(cli.out()).startsWith("{\"error\":{\"code\":\"INVALID_REQUEST\",");
    }

    @Test
    void whatTheCommandUnderALockIsAskedToPrintSaysNothingAboutUs() {
        var cli = withoutStore();

        assertThat(cli.run("run", "--", "tool", "--output", "json")).isEqualTo(64);
        assertThat(cli.out()).isEmpty();
    }

    @Test
    void aHolderWithALongLeaseIsHeardOfLongBeforeItWouldBeCalledStale() {
        var settings = Session.settings();

        assertThat(settings.heartbeat().after(Duration.ofHours(24)))
                .isLessThan(settings.staleAfter().dividedBy(2));
    }

    @Test
    void eachCauseThatPeopleTellApartHasItsOwnExitCode() {
        assertThat(
                        List.of(
                                        ErrorCode.LOCK_EXISTS,
                                        ErrorCode.TIMEOUT,
                                        ErrorCode.LOCK_LOST,
                                        ErrorCode.CANCELLED,
                                        ErrorCode.DEADLOCK,
                                        ErrorCode.BACKEND_ERROR,
                                        ErrorCode.LOCK_NOT_FOUND,
                                        ErrorCode.INVALID_REQUEST)
                                .stream()
                                .map(ExitCode::of))
                .doesNotHaveDuplicates();
    }
}

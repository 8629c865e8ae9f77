package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** To be quick, only the command that the arguments name is made. */
final class CommandTreeTest {
    private static CommandLine treeFor(String... arguments) {
        var context = new Context(new CliTest.NoStores(), Map.of(), Terminal.ofThisProcess());
        return CommandTree.of(context, "test", List.of(arguments));
    }

    private static String[] arguments(String qualifiedName) {
        return qualifiedName.substring("holdfast ".length()).split(" ");
    }

    private static List<String> names(CommandLine tree) {
        return CommandTree.all(tree).map(line -> line.getCommandSpec().qualifiedName()).toList();
    }

    static List<CommandLine> allButTheRoot() {
        return CommandTree.all(treeFor()).skip(1).toList();
    }

    @ParameterizedTest
    @MethodSource("allButTheRoot")
    void aCommandAloneIsTheSameAsAmongItsSiblings(CommandLine among) {
        String name = among.getCommandSpec().qualifiedName();

        assertThat(CommandTree.all(treeFor(arguments(name))))
                .filteredOn(line -> line.getCommandSpec().qualifiedName().equals(name))
                .extracting(CommandLine::getUsageMessage)
                .containsExactly(among.getUsageMessage());
    }

    @ParameterizedTest
    @MethodSource("allButTheRoot")
    void theSiblingsOfTheNamedCommandAreNotMade(CommandLine among) {
        String name = among.getCommandSpec().qualifiedName();
        if (name.equals("holdfast completion") || name.equals("holdfast generate")) {
            return; // these speak about all commands
        }

        assertThat(names(treeFor(arguments(name))))
                .contains(name)
                .allMatch(made -> name.startsWith(made) || made.startsWith(name + " "));
    }

    @Test
    void whatFollowsTheCommandOfARunNamesNoCommandOfOurs() {
        assertThat(names(treeFor("run", "locks"))).containsExactly("holdfast", "holdfast run");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "lokcs", "completion", "generate"})
    void whoSpeaksAboutAllCommandsHasAll(String first) {
        assertThat(names(treeFor(first))).isEqualTo(names(treeFor()));
    }

    @Test
    void whoMissesACommandOfAGroupHasTheGroup() {
        assertThat(names(treeFor("queue", "lits")))
                .containsExactly(
                        "holdfast",
                        "holdfast queue",
                        "holdfast queue list",
                        "holdfast queue cancel");
    }
}

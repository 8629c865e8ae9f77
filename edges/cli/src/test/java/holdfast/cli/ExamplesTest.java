package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Examples are what people copy: each must be a command that Holdfast understands. */
final class ExamplesTest {
    private static final Path CI = Path.of("../../docs/ci");

    /** A command up to where the shell's own business begins. */
    private static final Pattern COMMAND =
            Pattern.compile("(?<![\\w./-])holdfast ((?:'[^']*'|\"[^\"]*\"|[^|>;)#])*)");

    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

    private static CommandLine commands() {
        var context = new Context(new CliTest.NoStores(), Map.of(), Terminal.ofThisProcess());
        return CommandTree.of(context, "test");
    }

    static List<String> inHelpTexts() {
        return CommandTree.all(commands())
                .map(line -> String.join("\n", line.getCommandSpec().usageMessage().footer()))
                // Beside the commands a footer may have sentences; commands are indented.
                .flatMap(footer -> commandsIn(footer.replaceAll("(?m)^(?! {2}).*$", "")))
                .toList();
    }

    static List<String> inCiFiles() throws IOException {
        try (Stream<Path> files = Files.list(CI)) {
            return files.filter(file -> !file.toString().endsWith(".md"))
                    .map(ExamplesTest::withoutComments)
                    .flatMap(ExamplesTest::commandsIn)
                    .toList();
        }
    }

    private static String withoutComments(Path file) {
        try {
            return Files.readString(file).replaceAll("(?m)^\\s*(#|//).*$", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> commandsIn(String text) {
        return text.replaceAll("\\\\\n\\s*", "")
                .lines()
                .flatMap(line -> COMMAND.matcher(line).results().map(found -> found.group(1)));
    }

    private static String[] words(String command) {
        var words = new ArrayList<String>();
        Matcher word = WORD.matcher(command);
        while (word.find()) {
            words.add(
                    Stream.of(1, 2, 3)
                            .map(word::group)
                            .filter(group -> group != null)
                            .findFirst()
                            .orElseThrow());
        }
        return words.toArray(String[]::new);
    }

    @ParameterizedTest
    @MethodSource({"inHelpTexts", "inCiFiles"})
    void everyExampleIsUnderstood(String command) {
        assertThatCode(() -> commands().parseArgs(words(command)))
                .as(command)
                .doesNotThrowAnyException();
    }

    @Test
    void theFilesOfAllThreeSystemsRunAcquireRenewAndRelease() throws IOException {
        assertThat(inCiFiles())
                .filteredOn(command -> command.startsWith("run "))
                .hasSizeGreaterThanOrEqualTo(6);
        assertThat(inCiFiles()).filteredOn(command -> command.startsWith("acquire ")).hasSize(3);
        assertThat(inCiFiles()).filteredOn(command -> command.startsWith("renew ")).hasSize(3);
        assertThat(inCiFiles()).filteredOn(command -> command.startsWith("release")).hasSize(3);
    }
}

package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is made from the commands themselves. */
final class GeneratedTest {
    private static final Path REFERENCE = Path.of("../../docs/reference/cli.md");

    private static String printed(String... arguments) {
        var cli =
                new CliRun(
                        () -> {
                            throw new AssertionError("no store is needed");
                        },
                        Map.of());
        assertThat(cli.run(arguments)).as(cli::err).isZero();
        return cli.out();
    }

    @Test
    void theReferenceIsUpToDate() throws IOException {
        assertThat(Files.readString(REFERENCE))
                .as("stale: ./holdfast generate reference > docs/reference/cli.md")
                .isEqualTo(printed("generate", "reference"));
    }

    @Test
    void theReferenceHasEveryCommandAndEveryExitCode() {
        assertThat(printed("generate", "reference"))
                .contains("## holdfast run\n", "## holdfast queue cancel\n", "## holdfast doctor\n")
                .contains("| 72 | ", "| 127 | ")
                .doesNotContain("## holdfast generate");
    }

    @Test
    void theManPageHasEveryCommandWithItsOptions() {
        assertThat(printed("generate", "man"))
                .startsWith(".TH HOLDFAST 1\n.SH NAME\nholdfast \\- Keeps deployments")
                .contains(
                        ".SS holdfast locks watch\n", ".B \\-\\-lease TIME\n", ".SH EXIT STATUS\n")
                .doesNotContain("generate");
        assertThat(printed("generate", "man").lines())
                .as("no text begins like a command of roff")
                .filteredOn(line -> line.startsWith(".") || line.startsWith("'"))
                .allMatch(line -> line.matches("\\.(TH|SH|SS|TP|PP|B|I|nf|fi)( .*)?"));
    }

    @Test
    void bashCompletesCommandsAndOptions(@TempDir Path directory)
            throws IOException, InterruptedException {
        Path script = directory.resolve("completion");
        Files.writeString(script, printed("completion"));
        Process bash =
                new ProcessBuilder(
                                "bash",
                                "--norc",
                                "-c",
                                """
                                source %s
                                COMP_WORDS=(holdfast locks wa); COMP_CWORD=2
                                COMP_LINE='holdfast locks wa'; COMP_POINT=17
                                _complete_holdfast 2>/dev/null; echo "${COMPREPLY[@]}"
                                """
                                        .formatted(script))
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(bash.waitFor()).isZero();
        assertThat(out.strip()).isEqualTo("watch");
    }

    @Test
    void completionOffersWordsAsTheHelpSpellsThem() {
        assertThat(printed("completion"))
                .contains("\"low\"", "\"kill\"", "\"json\"")
                .doesNotContain("\"LOW\"", "\"KILL\"", "\"JSON\"");
    }
}

package holdfast.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk is full in the middle of a save: the previous version stays, nothing else does, and the error says what happened. */
final class StatesOnFullDiskTest {
    @TempDir private Path folder;

    private static List<String> run(List<String> surroundings, Class<?> main, Path argument)
            throws IOException, InterruptedException {
        var command = new ArrayList<>(surroundings);
        command.addAll(
                List.of(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName(),
                        argument.toString()));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        List<String> said = process.inputReader().lines().toList();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return said;
    }

    private static boolean work(List<String> surroundings) throws InterruptedException {
        var command = new ArrayList<>(surroundings);
        command.add("true");
        try {
            return new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void aSaveThatFillsTheDiskLeavesThePreviousVersionAndNothingElse() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        List<String> small =
                List.of(
                        "unshare",
                        "--mount",
                        "sh",
                        "-c",
                        "mount -t tmpfs -o size=12m tmpfs \"$0\" && exec \"$@\"",
                        disk.toString());
        assumeTrue(work(small), "this user may not mount a small disk of its own");

        List<String> said = run(small, CrampedStates.class, disk);

        assertThat(said).hasSize(4);
        assertThat(said.get(0)).startsWith("Unavailable").contains("No space left on device");
        assertThat(said.subList(1, 4)).containsExactly("{\"serial\":1}", "true", "{\"serial\":2}");
    }

    /** Needs no privilege: a file that may not grow fails in the middle like a full disk. */
    @Test
    void aSaveWhoseFileMayNotGrowLeavesThePreviousVersionAndNothingElse() throws Exception {
        List<String> small = List.of("sh", "-c", "ulimit -f 600; exec \"$@\"", "small-files");

        List<String> said = run(small, CrampedStates.class, folder);

        assertThat(said).hasSize(4);
        assertThat(said.get(0)).startsWith("Unavailable").contains("File too large");
        assertThat(said.subList(1, 4)).containsExactly("{\"serial\":1}", "true", "{\"serial\":2}");
    }
}

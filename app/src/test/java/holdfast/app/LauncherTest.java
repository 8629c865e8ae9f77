package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the scripts of the root folder say where something is missing; each run on a copy of them. */
final class LauncherTest {
    private static final Path ROOT =
            Path.of(System.getProperty("holdfast.root", "..")).toAbsolutePath();

    @TempDir Path folder;

    private record Ended(int code, String said) {}

    private Ended run(String script, String path) throws IOException, InterruptedException {
        Files.copy(ROOT.resolve(script), folder.resolve(script));
        var builder = new ProcessBuilder("/usr/bin/env", "bash", folder.resolve(script).toString());
        builder.environment().put("PATH", path);
        builder.environment().remove("JAVA_HOME");
        Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), said);
    }

    /** The search for a JDK, which takes only one from this version on. */
    private void findJdkFrom(int version) throws IOException {
        String search = Files.readString(ROOT.resolve(".mvn/find-jdk.sh"));
        Files.createDirectory(folder.resolve(".mvn"));
        Files.writeString(
                folder.resolve(".mvn/find-jdk.sh"),
                search.replace("HOLDFAST_JDK_MIN=25", "HOLDFAST_JDK_MIN=" + version));
    }

    @ParameterizedTest
    @ValueSource(strings = {"holdfast", "build"})
    void withoutAJdkTheySayWhatToInstall(String script) throws Exception {
        findJdkFrom(99);

        Ended ended = run(script, System.getenv("PATH"));

        assertThat(ended.said())
                .isEqualTo(
                        """
                        holdfast needs a JDK 99 or newer, and none was found.
                        Install one (Temurin 99, for example) or point JAVA_HOME to it.
                        """);
        assertThat(ended.code()).isEqualTo(69);
    }

    @Test
    void withoutMavenTheySayWhatToInstall() throws Exception {
        findJdkFrom(25);
        Path programs = Files.createDirectory(folder.resolve("bin"));
        for (String each : List.of("bash", "dirname", "readlink", "find", "mkdir")) {
            Files.createSymbolicLink(programs.resolve(each), whereIs(each));
        }

        Ended ended = run("holdfast", programs.toString());

        assertThat(ended.said())
                .isEqualTo(
                        "holdfast is built with Apache Maven, and there is no mvn on the PATH."
                                + " Install Maven 3.8 or newer.\n");
        assertThat(ended.code()).isEqualTo(69);
    }

    private static Path whereIs(String program) {
        return List.of(System.getenv("PATH").split(":", -1)).stream()
                .map(each -> Path.of(each, program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }
}

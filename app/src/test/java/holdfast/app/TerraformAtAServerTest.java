package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The real terraform at a real server, as the documents say it: a token, states in files, and a server that is killed meanwhile. */
@EnabledIf(
        value = "isThere",
        disabledReason = "NO terraform ON THE PATH: nothing here was tried with the real client")
final class TerraformAtAServerTest {
    @RegisterExtension private final Workshop workshop = new Workshop();

    static boolean isThere() {
        return Arrays.stream(System.getenv("PATH").split(":"))
                .anyMatch(entry -> Files.isExecutable(Path.of(entry, "terraform")));
    }

    private RunningHoldfast serve(int port) {
        RunningHoldfast server =
                workshop.start(
                        Map.of(
                                "HOLDFAST_ACCESS_TOKENS",
                                "true",
                                "HOLDFAST_STATES",
                                "files:" + workshop.file("states")),
                        "serve",
                        "--port",
                        Integer.toString(port));
        Deadline.await(
                "the server serves: " + server,
                () -> server.err().contains("serving") || !server.isAlive());
        return server;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private String said(String... arguments) {
        RunningHoldfast command = workshop.start(arguments);
        assertThat(command.exitCode()).as(command::toString).isZero();
        return command.out();
    }

    private Process terraform(String token, String... arguments) throws IOException {
        var builder =
                new ProcessBuilder(
                                Stream.concat(Stream.of("terraform"), Stream.of(arguments))
                                        .toList())
                        .directory(workshop.file("project").toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(workshop.file("terraform.txt").toFile());
        builder.environment()
                .putAll(
                        Map.of(
                                "TF_HTTP_USERNAME",
                                "ci",
                                "TF_HTTP_PASSWORD",
                                token,
                                "TF_IN_AUTOMATION",
                                "1",
                                "CHECKPOINT_DISABLE",
                                "1"));
        return builder.start();
    }

    private void assertSuccess(Process terraform) throws Exception {
        assertThat(terraform.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(terraform.exitValue()).as(() -> workshop.read("terraform.txt")).isZero();
    }

    @Test
    void anApplyOutlivesAServerThatIsKilledAndStartedAgain() throws Exception {
        int port = freePort();
        RunningHoldfast server = serve(port);
        String token = said("token", "create", "ci", "--role", "operator").strip();
        String snippet =
                said("terraform", "init-snippet", "net", "--server", "http://127.0.0.1:" + port);
        Path gate = workshop.file("gate");
        Files.createDirectory(workshop.file("project"));
        Files.writeString(
                workshop.file("project/main.tf"),
                snippet
                        + """
                        resource "terraform_data" "slow" {
                          provisioner "local-exec" {
                            command = "touch %1$s.begun; while [ ! -e %1$s ]; do sleep 0.1; done"
                          }
                        }
                        """
                                .formatted(gate));
        assertSuccess(terraform(token, "init", "-no-color", "-input=false"));
        Process apply = terraform(token, "apply", "-auto-approve", "-no-color", "-input=false");
        Deadline.await("the apply is in the middle", () -> Files.exists(Path.of(gate + ".begun")));

        server.signal("KILL");
        Deadline.await("the server is dead", () -> !server.isAlive());
        serve(port);
        Files.createFile(gate);

        assertSuccess(apply);
        assertSuccess(terraform(token, "plan", "-detailed-exitcode", "-no-color"));
        try (Stream<Path> files = Files.walk(workshop.file("states"))) {
            assertThat(files.filter(Files::isRegularFile).map(Path::toString).toList())
                    .as("states in files")
                    .anySatisfy(name -> assertThat(name).contains("net"));
        }
        assertThat(workshop.holdfast().engine().holds(null, 10).holds()).isEqualTo(List.of());
    }
}

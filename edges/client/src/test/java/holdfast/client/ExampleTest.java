package holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.Holdfast;
import holdfast.LockRefusedException;
import holdfast.engine.HeldLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The program of docs/java-client.md, as it stands there. */
final class ExampleTest {
    private final List<String> deployed = new ArrayList<>();

    // begin of the example
    void deployUnderALock(String server) throws InterruptedException, LockRefusedException {
        ClientSettings settings =
                ClientSettings.of(server)
                        .withCredential(() -> Optional.ofNullable(System.getenv("HOLDFAST_TOKEN")));
        try (Holdfast holdfast = HoldfastClient.connect(settings);
                HeldLock lock =
                        holdfast.lock("user-platform/production")
                                .reason("release 42")
                                .waitAtMost(Duration.ofMinutes(5))
                                .takeOrThrow()) {
            lock.onLost(loss -> stop(loss.reason() + ": " + loss.detail()));
            deploy("release 42", lock.token().value());
        }
    }

    // end of the example

    private void stop(String why) {
        deployed.add(why);
    }

    private void deploy(String what, long token) {
        assertThat(token).isPositive();
        deployed.add(what);
    }

    @Test
    void theExampleTakesTheLockAndGivesItBack() throws Exception {
        try (var scene = new Scene(new PooledTransport(Optional.empty()))) {
            deployUnderALock(Scene.url(scene.serve()));

            assertThat(deployed).containsExactly("release 42");
            assertThat(scene.live()).isEmpty();
        }
    }

    @Test
    void theExampleIsTheOneOfTheGuide() throws Exception {
        String source =
                java.nio.file.Files.readString(
                        java.nio.file.Path.of("src/test/java/holdfast/client/ExampleTest.java"));
        String begin = "    // begin of the " + "example\n";
        String end = "\n    // end of the " + "example";
        String example =
                source.substring(source.indexOf(begin) + begin.length(), source.indexOf(end))
                        .stripTrailing();
        String guide =
                java.nio.file.Files.readString(java.nio.file.Path.of("../../docs/java-client.md"));

        assertThat(guide).contains(example.stripIndent());
    }
}

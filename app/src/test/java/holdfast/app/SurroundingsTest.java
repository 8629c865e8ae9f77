package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.audit.AuditSettings;
import holdfast.audit.AuditTrail;
import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.notify.Notification;
import holdfast.server.config.Config;
import holdfast.store.memory.MemoryDocumentStore;
import holdfast.store.memory.MemoryLockStore;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What stands beside a server, when that stops. */
@Timeout(120)
final class SurroundingsTest {
    private static final String METRICS =
            """
            metrics:
              otlp:
                endpoint: %1$s/v1/metrics
            """;
    private static final String WEBHOOKS =
            """
            webhooks:
              one:
                url: %1$s/one
              other:
                url: %1$s/other
            """;

    @TempDir private Path folder;

    @Test
    void whoTakesNothingDoesNotHoldTheServerUpAndTheTrailIsClosed() throws Exception {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                var store = MemoryLockStore.withSystemClock();
                var engine = LockEngine.open(store, EngineSettings.DEFAULT)) {
            String away = "http://127.0.0.1:" + silent.getLocalPort();
            var config = config((METRICS + WEBHOOKS).formatted(away));
            var usual = new BesideConfig.AuditPlace(folder.resolve("audit"), "one");
            var documents = new MemoryDocumentStore();
            Surroundings beside = Surroundings.open(config, usual, documents, engine);
            tell(beside);
            beside.stopWithin(Duration.ofSeconds(1));
            long began = System.nanoTime();

            beside.close();

            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isLessThan(Duration.ofSeconds(4));
            // It could not be opened while another has it.
            AuditTrail.open(
                            AuditSettings.in(folder.resolve("audit"), "one"),
                            documents,
                            InstantSource.system())
                    .close();
        }
    }

    @Test
    void aWebhookThatHangsHasLessTimeThanIsLeftToStop() throws Exception {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                var store = MemoryLockStore.withSystemClock();
                var engine = LockEngine.open(store, EngineSettings.DEFAULT)) {
            String away = "http://127.0.0.1:" + silent.getLocalPort();
            var usual = new BesideConfig.AuditPlace(folder.resolve("audit"), "one");
            var documents = new MemoryDocumentStore();
            Surroundings beside =
                    Surroundings.open(config(WEBHOOKS.formatted(away)), usual, documents, engine);
            tell(beside);
            try (var one = silent.accept();
                    var other = silent.accept()) {
                assertThat(List.of(one, other)).allMatch(Socket::isConnected);
                beside.stopWithin(Duration.ofSeconds(4));
                long began = System.nanoTime();

                beside.close();

                assertThat(Duration.ofNanos(System.nanoTime() - began))
                        .isLessThan(Duration.ofMillis(3_500));
                assertThat(beside.beside().notifier().orElseThrow().deadLetters().list(10))
                        .hasSize(2);
            }
        }
    }

    private static void tell(Surroundings beside) {
        beside.beside()
                .notifier()
                .orElseThrow()
                .tell(
                        new Notification(
                                Instant.now(), "lock.forced", "shop", null, "ci", "", Map.of()));
    }

    private BesideConfig config(String text) throws Exception {
        Path file = Files.writeString(folder.resolve("server.yaml"), text);
        return new BesideConfig(
                Config.read(BesideConfig.KEYS, Optional.of(file), Map.of(), Map.of()));
    }
}

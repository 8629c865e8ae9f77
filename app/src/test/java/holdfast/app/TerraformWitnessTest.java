package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import holdfast.notify.Notifier;
import holdfast.notify.NotifySettings;
import holdfast.notify.Webhook;
import holdfast.state.StateName;
import holdfast.store.memory.MemoryDocumentStore;
import holdfast.terraform.Witness;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class TerraformWitnessTest {
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

    @Test
    void anAlarmAboutAStateIsToldToWebhooksAlsoWithoutAnAuditTrail() throws Exception {
        HttpServer hook =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        hook.createContext(
                "/",
                exchange -> {
                    byte[] body = exchange.getRequestBody().readAllBytes();
                    told.add(new String(body, StandardCharsets.UTF_8));
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });
        hook.start();
        try (var documents = new MemoryDocumentStore();
                Notifier notifier =
                        Notifier.open(
                                settings(hook.getAddress().getPort()),
                                documents,
                                InstantSource.system())) {
            var witness =
                    new TerraformWitness(
                            Optional.empty(), Optional.of(notifier), InstantSource.system());

            witness.after(
                    new Witness.Act(
                            "state.alarm",
                            StateName.terraform("net"),
                            "lock_1",
                            "alice",
                            Map.of("alarm", "the serial went back from 3 to 1")));

            assertThat(told.poll(30, TimeUnit.SECONDS))
                    .contains("state.alarm", "net", "alice", "the serial went back from 3 to 1");
        } finally {
            hook.stop(0);
        }
    }

    private static NotifySettings settings(int port) {
        var url = URI.create("http://127.0.0.1:" + port + "/");
        var webhook = new Webhook("ops", url, null, Set.of("state"), Webhook.Form.JSON);
        var once =
                new NotifySettings.Persistence(
                        1, Duration.ofMillis(10), Duration.ofMillis(10), Duration.ofSeconds(10));
        return new NotifySettings(List.of(webhook), 100, 100, once);
    }
}

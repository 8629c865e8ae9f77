package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import holdfast.notify.DeadLetters;
import holdfast.notify.Notification;
import holdfast.notify.Notifier;
import holdfast.notify.NotifySettings;
import holdfast.notify.Webhook;
import holdfast.store.memory.MemoryDocumentStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages that a server gave up, in the hands of the command line. */
@ParameterizedClass
@EnumSource(CliScene.Locks.class)
final class WebhooksTest {
    private final CliScene.Locks locks;
    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private CliScene scene;
    private final AtomicInteger received = new AtomicInteger();
    private volatile int status = 410;
    private HttpServer receiver;
    private Notifier notifier;

    WebhooksTest(CliScene.Locks locks) {
        this.locks = locks;
    }

    @BeforeEach
    void open() throws IOException {
        scene = new CliScene(locks, CliScene.keeping(documents));
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext(
                "/",
                exchange -> {
                    received.incrementAndGet();
                    exchange.sendResponseHeaders(status, -1);
                    exchange.close();
                });
        receiver.start();
        var url = URI.create("http://127.0.0.1:" + receiver.getAddress().getPort() + "/");
        var webhook = new Webhook("ops", url, null, Set.of("freeze"), Webhook.Form.JSON);
        var once =
                new NotifySettings.Persistence(
                        1, Duration.ofMillis(10), Duration.ofMillis(10), Duration.ofSeconds(5));
        notifier =
                Notifier.open(
                        new NotifySettings(List.of(webhook), 10, 10, once),
                        documents,
                        InstantSource.system());
        notifier.tell(
                new Notification(
                        Instant.now(), "freeze.placed", "shop", null, "bob", "weekend", Map.of()));
        await(() -> new DeadLetters(documents).list(10).size() == 1);
    }

    @AfterEach
    void close() {
        notifier.close();
        receiver.stop(0);
        scene.close();
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
            LockSupport.parkNanos(5_000_000);
        }
    }

    private CliRun run(String... arguments) {
        CliRun cli = scene.cli().keeping(documents);
        assertThat(cli.run(arguments)).as(cli::err).isZero();
        return cli;
    }

    private String letter() {
        return String.valueOf(
                JsonObjects.read(run("webhooks", "list", "--output", "json").out())
                        .getFirst()
                        .get("letter_id"));
    }

    @Test
    void aMessageIsSentAgainByTheServerThatHasTheWebhook() {
        assertThat(run("webhooks", "list").out()).contains("ops", "freeze.placed", "410");
        status = 200;

        assertThat(run("webhooks", "retry", "ops", letter()).out()).startsWith("To be sent again");

        await(() -> received.get() == 2);
        await(() -> run("webhooks", "list").out().equals("No messages were given up.\n"));
    }

    @Test
    void aMessageIsForgotten() {
        assertThat(run("webhooks", "drop", "ops", letter()).out()).startsWith("Forgotten: ");

        assertThat(run("webhooks", "list").out()).isEqualTo("No messages were given up.\n");
        assertThat(received).hasValue(1);
    }

    @Test
    void whatIsNotThereIsNeitherSentNorForgotten() {
        for (String deed : List.of("retry", "drop")) {
            CliRun cli = scene.cli().keeping(documents);
            assertThat(cli.run("webhooks", deed, "ops", "0123abcd")).isNotZero();
            assertThat(cli.err()).contains("there is no such message");
        }
    }
}

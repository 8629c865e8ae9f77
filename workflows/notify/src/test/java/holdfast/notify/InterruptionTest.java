package holdfast.notify;

import static holdfast.notify.Receiver.awaitUntil;
import static org.assertj.core.api.Assertions.assertThat;

import holdfast.store.DocumentStore;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryDocumentStore;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wherever it is interrupted, a message that was not delivered is kept. */
final class InterruptionTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final InstantSource CLOCK = InstantSource.fixed(NOON);
    private static final Webhook WEBHOOK =
            new Webhook(
                    "ops",
                    URI.create("http://127.0.0.1:9/"),
                    "a secret of some length",
                    Set.of("lock"),
                    Webhook.Form.JSON);

    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private final DeadLetters kept = new DeadLetters(documents);
    private final AtomicBoolean interruptsOnce = new AtomicBoolean();

    @AfterEach
    void nobodyStaysInterrupted() {
        boolean _ = Thread.interrupted();
    }

    private static NotifySettings attempts(int attempts) {
        return new NotifySettings(
                List.of(WEBHOOK),
                10,
                10,
                new NotifySettings.Persistence(
                        attempts,
                        Duration.ofHours(1),
                        Duration.ofHours(1),
                        Duration.ofSeconds(10)));
    }

    /** As files do it. If asked for, it interrupts its caller in the middle of one call of this name. */
    private DocumentStore refusingWhoIsInterrupted(String interrupting) {
        return (DocumentStore)
                Proxy.newProxyInstance(
                        DocumentStore.class.getClassLoader(),
                        new Class<?>[] {DocumentStore.class},
                        (proxy, method, arguments) -> {
                            boolean now =
                                    method.getName().equals(interrupting)
                                            && interruptsOnce.compareAndSet(true, false);
                            if (now) {
                                Thread.currentThread().interrupt();
                            }
                            if (now && interrupting.equals("delete")) {
                                return method.invoke(documents, arguments);
                            }
                            if (Thread.currentThread().isInterrupted()) {
                                throw new StoreException.Unavailable("interrupted", null);
                            }
                            return method.invoke(documents, arguments);
                        });
    }

    private static InstantSource interrupting() {
        return () -> {
            Thread.currentThread().interrupt();
            return NOON;
        };
    }

    /** As a stop does: the client is shut down, and the thread is interrupted, before it noticed. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aMessageIsKeptIfItsThreadIsInterruptedBesideAConnectionThatFails(int attempts) {
        HttpClient client = HttpClient.newHttpClient();
        client.shutdownNow();
        var outbox =
                new Outbox(
                        WEBHOOK,
                        attempts(attempts),
                        new Delivery(client, interrupting(), Duration.ofSeconds(10)),
                        new DeadLetters(refusingWhoIsInterrupted("")),
                        CLOCK);
        outbox.start();

        assertThat(outbox.offer(new Message("1", "ops", "lock.forced", "{}"))).isTrue();

        awaitUntil(() -> kept.list(10).size() == 1);
        assertThat(outbox.dropped()).isZero();
    }

    @Test
    void aMessageIsKeptIfItsThreadIsInterruptedWhileItIsKept() {
        interruptsOnce.set(true);
        HttpClient client = HttpClient.newHttpClient();
        client.shutdownNow();
        var outbox =
                new Outbox(
                        WEBHOOK,
                        attempts(1),
                        new Delivery(client, CLOCK, Duration.ofSeconds(10)),
                        new DeadLetters(refusingWhoIsInterrupted("put")),
                        CLOCK);
        outbox.start();

        assertThat(outbox.offer(new Message("1", "ops", "lock.forced", "{}"))).isTrue();

        awaitUntil(() -> kept.list(10).size() == 1);
        assertThat(outbox.dropped()).isZero();
    }

    @Test
    void aMessageThatIsAskedForWhileTheServerStopsStaysInTheList() {
        var notifier = Notifier.open(attempts(1), refusingWhoIsInterrupted("delete"), CLOCK);
        kept.add(new DeadLetters.DeadLetter("1", "ops", "lock.forced", NOON, 1, "down", "{}"), 10);
        notifier.close();
        interruptsOnce.set(true);

        assertThat(notifier.resend("ops", "1")).isFalse();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(kept.list(10)).hasSize(1);
    }
}

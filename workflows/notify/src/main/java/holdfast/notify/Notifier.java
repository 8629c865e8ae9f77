package holdfast.notify;

import holdfast.engine.LockEvent;
import holdfast.store.DocumentStore;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells webhooks what happens. Nothing that is told here waits for a receiver. Safe for use by many threads. */
public final class Notifier implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Notifier.class);
    private static final Duration CLOSING = Duration.ofSeconds(5);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

    private final HttpClient client;
    private final DeadLetters deadLetters;
    private final List<Outbox> outboxes;
    private final InstantSource clock;
    private final int deadLettersMax;
    private volatile Duration closing = CLOSING;
    private final ScheduledExecutorService worker =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("holdfast-notify").factory());

    private Notifier(
            HttpClient client,
            DeadLetters deadLetters,
            List<Outbox> outboxes,
            InstantSource clock,
            int deadLettersMax) {
        this.client = client;
        this.clock = clock;
        this.deadLettersMax = deadLettersMax;
        this.deadLetters = deadLetters;
        this.outboxes = outboxes;
    }

    /** @param documents where undelivered messages are kept; stays the caller's to close, after this */
    public static Notifier open(
            NotifySettings settings, DocumentStore documents, InstantSource clock) {
        Duration timeout = settings.persistence().timeout();
        HttpClient client =
                HttpClient.newBuilder()
                        .connectTimeout(timeout)
                        // A receiver must not send messages, and their signatures, elsewhere.
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .version(HttpClient.Version.HTTP_1_1)
                        .build();
        var delivery = new Delivery(client, clock, timeout);
        var deadLetters = new DeadLetters(documents);
        List<Outbox> outboxes =
                settings.webhooks().stream()
                        .map(webhook -> new Outbox(webhook, settings, delivery, deadLetters, clock))
                        .toList();
        outboxes.forEach(Outbox::start);
        var notifier =
                new Notifier(client, deadLetters, outboxes, clock, settings.deadLettersMax());
        var _ =
                notifier.worker.scheduleWithFixedDelay(
                        notifier::sendWhatIsAskedFor,
                        BETWEEN_LOOKS.toMillis(),
                        BETWEEN_LOOKS.toMillis(),
                        TimeUnit.MILLISECONDS);
        return notifier;
    }

    private void sendWhatIsAskedFor() {
        try {
            for (Outbox outbox : outboxes) {
                String webhook = outbox.webhook().name();
                deadLetters.takeAskedFor(webhook).forEach(id -> resend(webhook, id));
            }
        } catch (RuntimeException e) {
            LOG.warn("messages that are asked for are not sent now: {}", e.getMessage());
        }
    }

    /** Tells what the engine did. For {@code LockEngine.onEvent}. */
    public void tell(LockEvent event) {
        if (!outboxes.isEmpty()) {
            tell(Notification.of(event));
        }
    }

    public void tell(Notification notification) {
        for (Outbox outbox : outboxes) {
            Webhook webhook = outbox.webhook();
            if (webhook.wants(notification.event())) {
                outbox.offer(message(webhook, notification));
            }
        }
    }

    private Message message(Webhook webhook, Notification notification) {
        // By time first, so that the order of names is that of messages.
        String id =
                String.format(
                        Locale.ROOT, "%012x-%s", clock.millis(), UUID.randomUUID().toString());
        String body =
                switch (webhook.form()) {
                    case JSON -> notification.json(id);
                    case SLACK -> notification.slack();
                };
        return new Message(id, webhook.name(), notification.event(), body);
    }

    public DeadLetters deadLetters() {
        return deadLetters;
    }

    /**
     * Tries a message again that was given up. If that fails too, it comes back to the list.
     *
     * @return whether there is such a message, and such a webhook, with room for it
     */
    public boolean resend(String webhook, String id) {
        return outboxes.stream()
                .filter(outbox -> outbox.webhook().name().equals(webhook))
                .anyMatch(outbox ->
                        deadLetters
                                .find(webhook, id)
                                .filter(letter -> resent(outbox, letter))
                                .isPresent());
    }

    private boolean resent(Outbox outbox, DeadLetters.DeadLetter letter) {
        var message = new Message(letter.id(), letter.webhook(), letter.event(), letter.body());
        // First away, then sent: who fails again adds it again.
        if (!deadLetters.remove(letter.webhook(), letter.id())) {
            return false;
        }
        if (outbox.offer(message)) {
            return true;
        }
        deadLetters.add(letter, deadLettersMax);
        return false;
    }

    /** How many messages were lost because a queue was full or the store failed. */
    public long dropped() {
        return outboxes.stream().mapToLong(Outbox::dropped).sum();
    }

    /** Lets receivers have no more than this time when it is closed; what is not delivered by then must still be written. */
    public void closeWithin(Duration time) {
        closing = time.compareTo(CLOSING) < 0 ? time : CLOSING;
    }

    /** Stops within seconds. What was not delivered is kept among the dead letters. */
    @Override
    public void close() {
        worker.shutdownNow();
        outboxes.forEach(Outbox::stop);
        Duration atMost = closing;
        long began = System.nanoTime();
        outboxes.forEach(outbox -> outbox.close(atMost.minusNanos(System.nanoTime() - began)));
        client.shutdownNow();
        try {
            // It may be putting back what it could not send.
            boolean _ = worker.awaitTermination(CLOSING.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

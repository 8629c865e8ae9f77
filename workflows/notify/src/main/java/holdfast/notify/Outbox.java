package holdfast.notify;

import holdfast.store.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The messages for one webhook, and the thread that delivers them one after the other. */
final class Outbox {
    private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

    /** Wakes the thread when nothing is to be delivered and it should end. */
    private static final Message END = new Message("", "", "", "");

    private final Webhook webhook;
    private final NotifySettings settings;
    private final Delivery delivery;
    private final DeadLetters deadLetters;
    private final InstantSource clock;
    private final BlockingQueue<Message> queue;
    private final AtomicLong dropped = new AtomicLong();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;

    Outbox(
            Webhook webhook,
            NotifySettings settings,
            Delivery delivery,
            DeadLetters deadLetters,
            InstantSource clock) {
        this.webhook = webhook;
        this.settings = settings;
        this.delivery = delivery;
        this.deadLetters = deadLetters;
        this.clock = clock;
        this.queue = new ArrayBlockingQueue<>(settings.queueMax());
        this.thread =
                Thread.ofVirtual().name("holdfast-webhook-" + webhook.name()).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    Webhook webhook() {
        return webhook;
    }

    long dropped() {
        return dropped.get();
    }

    /** Never blocks. What does not fit is dropped. */
    boolean offer(Message message) {
        boolean taken = closing.getCount() > 0 && queue.offer(message);
        if (!taken && dropped.getAndIncrement() == 0) {
            LOG.warn(
                    "webhook '{}' is slower than what it is told: messages are dropped",
                    webhook.name());
        }
        return taken;
    }

    private void run() {
        try {
            while (closing.getCount() > 0) {
                Message message = queue.take();
                if (!message.equals(END)) {
                    deliver(message);
                }
            }
        } catch (InterruptedException e) {
            // Closing: what is left is kept by who closes.
            Thread.currentThread().interrupt();
        }
    }

    private void deliver(Message message) throws InterruptedException {
        int attempts = settings.persistence().attempts();
        for (int attempt = 1; ; attempt++) {
            String why;
            switch (attempted(message)) {
                case Delivery.Result.Delivered _ -> {
                    return;
                }
                case Delivery.Result.Rejected rejected -> {
                    giveUp(message, attempt, rejected.why());
                    return;
                }
                case Delivery.Result.Failed failed -> why = failed.why();
            }
            boolean stopped =
                    attempt < attempts
                            && closing.await(
                                    settings.persistence().pauseAfter(attempt).toNanos(),
                                    TimeUnit.NANOSECONDS);
            if (attempt == attempts || stopped) {
                giveUp(message, attempt, why);
                return;
            }
        }
    }

    private Delivery.Result attempted(Message message) throws InterruptedException {
        try {
            return delivery.attempt(webhook, message);
        } catch (InterruptedException e) {
            giveUp(message, 1, "the server stopped");
            throw e;
        } catch (RuntimeException e) {
            LOG.warn("webhook '{}' failed: {}", webhook.name(), e.getClass().getSimpleName());
            return new Delivery.Result.Rejected("it could not be sent");
        }
    }

    private void giveUp(Message message, int attempts, String why) {
        var letter =
                new DeadLetters.DeadLetter(
                        message.id(),
                        webhook.name(),
                        message.event(),
                        clock.instant(),
                        attempts,
                        why,
                        message.body());
        try {
            deadLetters.add(letter, settings.deadLettersMax());
            LOG.warn(
                    "webhook '{}' did not get {} {}: {}",
                    webhook.name(),
                    message.event(),
                    message.id(),
                    why);
        } catch (StoreException e) {
            dropped.incrementAndGet();
            LOG.error(
                    "webhook '{}' did not get {}, and it could not be kept: {}",
                    webhook.name(),
                    message.event(),
                    e.getMessage());
        }
    }

    /** Takes nothing more, and tries nothing again. */
    void stop() {
        closing.countDown();
        // If there is no room for it the thread is at work, and looks by itself.
        boolean _ = queue.offer(END);
    }

    /** Ends the thread, within the time. What was not delivered is kept among the dead letters. */
    void close(Duration atMost) {
        stop();
        boolean hurried = false;
        try {
            if (!thread.join(atMost)) {
                thread.interrupt();
                thread.join();
            }
        } catch (InterruptedException e) {
            thread.interrupt();
            hurried = true;
        }
        for (@Nullable Message left = queue.poll(); left != null; left = queue.poll()) {
            // Stores refuse who is interrupted, and nobody tries these again.
            hurried |= Thread.interrupted();
            if (!left.equals(END)) {
                giveUp(left, 0, "the server stopped");
            }
        }
        if (hurried) {
            Thread.currentThread().interrupt();
        }
    }
}

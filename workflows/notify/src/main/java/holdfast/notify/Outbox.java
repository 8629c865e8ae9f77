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
        boolean taken =
                closing.getCount() > 0
                        && queue.offer(message)
                        // Whoever closed it since may not have seen this one any more.
                        && (closing.getCount() > 0 || !queue.remove(message));
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

    /** Delivers it or gives it up, also if it is interrupted. */
    private void deliver(Message message) throws InterruptedException {
        int attempt = 1;
        try {
            while (isToBeTriedAgain(message, attempt)) {
                attempt++;
            }
        } catch (InterruptedException e) {
            giveUp(message, attempt, "the server stopped");
            throw e;
        }
    }

    private boolean isToBeTriedAgain(Message message, int attempt) throws InterruptedException {
        switch (attempted(message)) {
            case Delivery.Result.Delivered _ -> {}
            case Delivery.Result.Rejected rejected -> giveUp(message, attempt, rejected.why());
            case Delivery.Result.Failed failed -> {
                Duration pause = settings.persistence().pauseAfter(attempt, failed.askedFor());
                if (attempt < settings.persistence().attempts() && !isClosedWithin(pause)) {
                    return true;
                }
                giveUp(message, attempt, failed.why());
            }
        }
        return false;
    }

    private boolean isClosedWithin(Duration pause) throws InterruptedException {
        return closing.await(pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    private Delivery.Result attempted(Message message) throws InterruptedException {
        try {
            return delivery.attempt(webhook, message);
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

    /**
     * Ends the thread, within the time, or at once for whoever is interrupted. What was not delivered is kept among the
     * dead letters when this returns.
     */
    void close(Duration atMost) {
        stop();
        boolean ended = false;
        boolean hurried = false;
        try {
            ended = thread.join(atMost);
        } catch (InterruptedException e) {
            hurried = true;
        }
        if (!ended) {
            thread.interrupt();
            hurried |= wasInterruptedWhileItEnded();
        }
        for (@Nullable Message left = queue.poll(); left != null; left = queue.poll()) {
            if (!left.equals(END)) {
                giveUp(left, 0, "the server stopped");
            }
        }
        if (hurried) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean wasInterruptedWhileItEnded() {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                return interrupted;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }
}

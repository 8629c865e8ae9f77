package holdfast.client;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.NotPermittedException;
import holdfast.store.StoreException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A token that somebody gives out for a while. Before it has run out another is asked for in the background, so that no heartbeat waits for
 * that; who finds none that is good waits. Safe for use by many threads.
 */
final class Remembered implements Credential {
    private static final Logger LOG = LoggerFactory.getLogger(Remembered.class);

    /** Another is asked for in the last third of its time. */
    private static final int LAST_PART = 3;

    /** What is refused although it is so young would be refused again. */
    private static final Duration YOUNG = Duration.ofSeconds(1);

    private static final Duration AFTER_A_FAILURE = Duration.ofSeconds(5);

    private final Source source;

    @GuardedBy("this")
    private @Nullable Known known;

    @GuardedBy("this")
    private @Nullable CompletableFuture<Known> asking;

    @GuardedBy("this")
    private boolean hadOne;

    @GuardedBy("this")
    private long restsUntil = System.nanoTime();

    /** Gives out tokens. */
    interface Source {
        /** @throws IOException whose message says why there is none, and no secrets */
        String ask() throws IOException, InterruptedException;
    }

    /**
     * @param since before it was asked for, in nanoseconds
     * @param lasts for how long it was good then; empty if it does not say
     */
    private record Known(String token, long since, Optional<Duration> lasts) {
        boolean isOlderThan(Duration age) {
            return System.nanoTime() - since > age.toNanos();
        }

        boolean isOver() {
            return lasts.filter(this::isOlderThan).isPresent();
        }

        boolean isNearlyOver() {
            return lasts.filter(time -> isOlderThan(time.minus(time.dividedBy(LAST_PART))))
                    .isPresent();
        }
    }

    Remembered(Source source) {
        this.source = source;
    }

    @Override
    public Optional<String> get() {
        CompletableFuture<Known> coming;
        synchronized (this) {
            Known now = known;
            if (now != null && !now.isOver()) {
                if (now.isNearlyOver() && System.nanoTime() - restsUntil >= 0) {
                    begin();
                }
                return Optional.of(now.token());
            }
            coming = begin();
        }
        return Optional.of(awaited(coming).token());
    }

    @Override
    public synchronized void refused(String token) {
        if (known != null && known.token().equals(token) && known.isOlderThan(YOUNG)) {
            known = null;
        }
    }

    /** However many want one, it is asked for once. */
    @CanIgnoreReturnValue
    private synchronized CompletableFuture<Known> begin() {
        CompletableFuture<Known> coming = asking;
        if (coming == null) {
            var begun = new CompletableFuture<Known>();
            Thread.ofVirtual().name("holdfast-token").start(() -> ask(begun));
            asking = begun;
            coming = begun;
        }
        return coming;
    }

    private void ask(CompletableFuture<Known> answer) {
        long since = System.nanoTime();
        try {
            String token = source.ask().strip();
            if (token.isEmpty() || token.chars().anyMatch(Character::isWhitespace)) {
                throw new IOException("what was given for a token is none");
            }
            answer.complete(settled(new Known(token, since, Lifetime.left(token, Instant.now()))));
        } catch (IOException | InterruptedException | RuntimeException e) {
            LOG.debug("no token", e);
            answer.completeExceptionally(failed(String.valueOf(e.getMessage())));
        }
    }

    private synchronized Known settled(Known fresh) {
        known = fresh;
        hadOne = true;
        asking = null;
        return fresh;
    }

    /** Who never had one is told at once; who had one may get one again, as when its giver was away for a moment. */
    private synchronized RuntimeException failed(String why) {
        asking = null;
        restsUntil = System.nanoTime() + AFTER_A_FAILURE.toNanos();
        String text = "there is no token to show to the server: " + why;
        if (known != null) {
            LOG.warn("{}; the one that was given before is used as long as it is good", text);
        }
        return hadOne
                ? new StoreException.Unavailable(text, null)
                : new NotPermittedException(text);
    }

    private static Known awaited(CompletableFuture<Known> coming) {
        try {
            return coming.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException.Unavailable("stopped while a token was asked for", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException told
                    ? told
                    : new IllegalStateException(e.getCause());
        }
    }
}

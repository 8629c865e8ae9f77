package holdfast.access;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Checks tokens without asking the store each time. What was read is trusted for a few seconds, which is how long a revoked token may go
 * on to work. That there is none is trusted for a moment too: ids are random, so nobody asks for one before its token is made. However
 * many tokens are made up, only a few are looked for at once. Safe for use by many threads.
 */
final class KnownTokens {
    private static final int KNOWN_MAX = 10_000;
    private static final Duration ABSENT_FOR = Duration.ofSeconds(1);
    private static final int LOOKED_FOR_AT_ONCE = 16;
    private static final Duration LOOKED_FOR_WITHIN = Duration.ofSeconds(1);

    private final Tokens tokens;
    private final InstantSource clock;
    private final Duration trustedFor;

    @GuardedBy("this")
    private final Map<String, Known> known = new Latest<>();

    /** When it was seen that there is none. */
    @GuardedBy("this")
    private final Map<String, Instant> absent = new Latest<>();

    private final Semaphore looks = new Semaphore(LOOKED_FOR_AT_ONCE);

    /** Forgets what was not asked for the longest. */
    private static final class Latest<T> extends LinkedHashMap<String, T> {
        private static final long serialVersionUID = 1;

        Latest() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
            return size() > KNOWN_MAX;
        }
    }

    private record Known(TokenJson token, Instant readAt) {}

    KnownTokens(Tokens tokens, InstantSource clock, Duration trustedFor) {
        this.tokens = tokens;
        this.clock = clock;
        this.trustedFor = trustedFor;
    }

    Optional<Caller> check(AccessToken presented) {
        Instant now = clock.instant();
        Optional<TokenJson> kept = find(presented.id(), now);
        return kept.filter(token -> Tokens.proves(presented, token))
                .map(TokenJson::token)
                .filter(token -> token.isValid(now))
                .map(TokenRecord::caller);
    }

    private Optional<TokenJson> find(String id, Instant now) {
        Known entry = remembered(id);
        if (entry != null) {
            return isFresh(entry.readAt(), now, trustedFor)
                    ? Optional.of(entry.token())
                    : read(id, now);
        }
        if (isKnownToBeAbsent(id, now)) {
            return Optional.empty();
        }
        enter();
        try {
            return read(id, now);
        } finally {
            looks.release();
        }
    }

    /** So that made-up tokens do not keep the store from those who have good ones. */
    private void enter() {
        try {
            if (looks.tryAcquire(LOOKED_FOR_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new StoreException.Unavailable(
                "too many tokens are looked for at once: try again later", null);
    }

    /** Outside the monitor: the store may take its time. */
    private Optional<TokenJson> read(String id, Instant now) {
        Optional<TokenJson> read = tokens.kept(id);
        read.ifPresentOrElse(token -> remember(id, new Known(token, now)), () -> forget(id, now));
        return read;
    }

    private static boolean isFresh(Instant readAt, Instant now, Duration trusted) {
        // A clock that was set back must not make an entry fresh for longer.
        Duration age = Duration.between(readAt, now);
        return !age.isNegative() && age.compareTo(trusted) < 0;
    }

    private synchronized boolean isKnownToBeAbsent(String id, Instant now) {
        Instant seenAt = absent.get(id);
        return seenAt != null && isFresh(seenAt, now, ABSENT_FOR);
    }

    private synchronized @Nullable Known remembered(String id) {
        return known.get(id);
    }

    private synchronized void remember(String id, Known entry) {
        known.put(id, entry);
        absent.remove(id);
    }

    private synchronized void forget(String id, Instant now) {
        known.remove(id);
        absent.put(id, now);
    }
}

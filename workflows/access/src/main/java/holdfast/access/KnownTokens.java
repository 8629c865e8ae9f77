package holdfast.access;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks tokens without asking the store each time. What was read is trusted for a few seconds, which is how long a revoked token may go
 * on to work; what is not there is asked for again, so that a new token works at once.
 */
final class KnownTokens {
    private static final int KNOWN_MAX = 10_000;

    private final Tokens tokens;
    private final InstantSource clock;
    private final Duration trustedFor;

    @GuardedBy("this")
    private final Map<String, Known> known =
            new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
                    return size() > KNOWN_MAX;
                }
            };

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
        if (entry != null && isFresh(entry, now)) {
            return Optional.of(entry.token());
        }
        // Outside the monitor: the store may take its time.
        Optional<TokenJson> read = tokens.kept(id);
        read.ifPresentOrElse(token -> remember(id, new Known(token, now)), () -> forget(id));
        return read;
    }

    private boolean isFresh(Known entry, Instant now) {
        // A clock that was set back must not make an entry fresh for longer.
        Duration age = Duration.between(entry.readAt(), now);
        return !age.isNegative() && age.compareTo(trustedFor) < 0;
    }

    private synchronized @Nullable Known remembered(String id) {
        return known.get(id);
    }

    private synchronized void remember(String id, Known entry) {
        known.put(id, entry);
    }

    private synchronized void forget(String id) {
        known.remove(id);
    }
}

package holdfast.client;

import holdfast.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/** How long a bearer token is good for. */
final class Lifetime {
    private static final int PARTS_OF_A_JWT = 3;

    private Lifetime() {}

    /** As far as the token says so itself, which only a JWT does. */
    static Optional<Duration> left(String token, Instant now) {
        String[] parts = token.split("\\.", -1);
        if (parts.length != PARTS_OF_A_JWT) {
            return Optional.empty();
        }
        try {
            Fields claims = Fields.parse(Base64.getUrlDecoder().decode(parts[1]));
            return claims.maybeNumber("exp")
                    .map(Instant::ofEpochSecond)
                    .map(end ->
                            left(end, claims.maybeNumber("iat").map(Instant::ofEpochSecond), now))
                    .filter(Duration::isPositive);
        } catch (IllegalArgumentException | ArithmeticException | StoreException.Corrupted e) {
            return Optional.empty();
        }
    }

    /** A clock that is wrong must not make it older than it was made, nor younger. */
    private static Duration left(Instant end, Optional<Instant> made, Instant now) {
        Duration left = Duration.between(now, end);
        return made.map(begin -> Duration.between(begin, end))
                .filter(whole -> !left.isPositive() || left.compareTo(whole) > 0)
                .orElse(left);
    }
}

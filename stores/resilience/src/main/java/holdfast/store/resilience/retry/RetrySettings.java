package holdfast.store.resilience.retry;

import java.time.Duration;

/**
 * @param usual for everything else
 * @param renewals a heartbeat must be over before the next one is due, so it never rests for seconds
 */
public record RetrySettings(Backoff usual, Backoff renewals) {
    public static final RetrySettings DEFAULT =
            new RetrySettings(
                    new Backoff(3, Duration.ofSeconds(1), Duration.ofSeconds(30)),
                    new Backoff(3, Duration.ofMillis(100), Duration.ofSeconds(1)));
}

package holdfast.store.resilience.retry;

import holdfast.model.InvalidRequestException;
import java.time.Duration;

/**
 * How often and after which pauses a call is made again: exponential with full jitter, so a pause lies anywhere between nothing
 * and {@code base} doubled with each attempt, at most {@code cap}.
 *
 * @param attempts how many there are in all, the first included
 */
public record Backoff(int attempts, Duration base, Duration cap) {
    private static final int DOUBLINGS_MAX = 30;

    public Backoff {
        if (attempts < 1 || !base.isPositive() || cap.compareTo(base) < 0) {
            throw new InvalidRequestException(
                    "a back-off needs an attempt, a base above zero and a cap of at least that, not "
                            + attempts
                            + ", "
                            + base
                            + ", "
                            + cap);
        }
    }

    /** @param chance at least 0 and less than 1 */
    Duration pauseAfter(int attempt, double chance) {
        double longest =
                Math.min(
                        (double) cap.toNanos(),
                        (double) base.toNanos() * (1L << Math.min(attempt - 1, DOUBLINGS_MAX)));
        return Duration.ofNanos((long) (longest * chance));
    }
}

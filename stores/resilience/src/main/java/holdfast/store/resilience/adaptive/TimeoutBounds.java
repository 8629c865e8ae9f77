package holdfast.store.resilience.adaptive;

import holdfast.model.InvalidRequestException;
import java.time.Duration;

/** Between what a timeout is chosen; the longest is also the first, when nothing is known yet. */
public record TimeoutBounds(Duration shortest, Duration longest) {
    public static final TimeoutBounds DEFAULT =
            new TimeoutBounds(Duration.ofMillis(500), Duration.ofSeconds(3));

    public TimeoutBounds {
        if (!shortest.isPositive() || longest.compareTo(shortest) < 0) {
            throw new InvalidRequestException(
                    "a timeout cannot lie between " + shortest + " and " + longest);
        }
    }

    Duration clamp(double nanos) {
        return Duration.ofNanos(
                (long) Math.clamp(nanos, (double) shortest.toNanos(), (double) longest.toNanos()));
    }
}

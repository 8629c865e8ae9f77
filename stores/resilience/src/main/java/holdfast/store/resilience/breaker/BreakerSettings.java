package holdfast.store.resilience.breaker;

import holdfast.model.InvalidRequestException;
import java.time.Duration;

/**
 * When a circuit breaker opens and closes.
 *
 * @param window calls of so long ago count, in whole seconds: failures of an earlier outage must not open it again
 * @param callsMin with fewer than that it stays closed
 * @param failurePercent at so many failures of a hundred calls it opens
 * @param openFor how long it then refuses
 * @param trials how many calls then decide whether it closes
 */
public record BreakerSettings(
        Duration window, int callsMin, int failurePercent, Duration openFor, int trials) {
    public static final BreakerSettings DEFAULT =
            new BreakerSettings(Duration.ofSeconds(20), 10, 50, Duration.ofSeconds(5), 3);

    public BreakerSettings {
        if (callsMin < 1 || window.toSeconds() < 1 || trials < 1) {
            throw new InvalidRequestException(
                    "a circuit breaker needs a call, a window of a second and a trial, not "
                            + callsMin
                            + ", "
                            + window
                            + ", "
                            + trials);
        }
        if (failurePercent < 1 || failurePercent > 100) {
            throw new InvalidRequestException(failurePercent + " is no percentage of failures");
        }
        if (openFor.toMillis() < 1) {
            throw new InvalidRequestException(
                    "a circuit breaker cannot be open for less than a millisecond: " + openFor);
        }
    }
}

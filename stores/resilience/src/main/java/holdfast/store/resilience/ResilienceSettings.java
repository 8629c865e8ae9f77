package holdfast.store.resilience;

import holdfast.model.InvalidRequestException;
import holdfast.store.resilience.adaptive.TimeoutBounds;
import holdfast.store.resilience.breaker.BreakerSettings;
import holdfast.store.resilience.rate.RateSettings;
import holdfast.store.resilience.retry.RetrySettings;
import java.time.Duration;

/**
 * How a store is guarded.
 *
 * @param patience when a call is over at the latest, all attempts and pauses included; a renewal after a sixth of its lease if
 *     that is less
 */
public record ResilienceSettings(
        Duration patience,
        TimeoutBounds timeouts,
        RetrySettings retries,
        BreakerSettings breaker,
        RateSettings rate) {
    public static final ResilienceSettings DEFAULT =
            new ResilienceSettings(
                    Duration.ofSeconds(10),
                    TimeoutBounds.DEFAULT,
                    RetrySettings.DEFAULT,
                    BreakerSettings.DEFAULT,
                    RateSettings.DEFAULT);

    public ResilienceSettings {
        if (patience.compareTo(timeouts.longest()) < 0) {
            throw new InvalidRequestException(
                    "a patience of "
                            + patience
                            + " has no room for a timeout of "
                            + timeouts.longest());
        }
    }

    public ResilienceSettings withPatience(Duration other) {
        return new ResilienceSettings(other, timeouts, retries, breaker, rate);
    }

    public ResilienceSettings withTimeouts(TimeoutBounds other) {
        return new ResilienceSettings(patience, other, retries, breaker, rate);
    }

    public ResilienceSettings withRetries(RetrySettings other) {
        return new ResilienceSettings(patience, timeouts, other, breaker, rate);
    }

    public ResilienceSettings withBreaker(BreakerSettings other) {
        return new ResilienceSettings(patience, timeouts, retries, other, rate);
    }

    public ResilienceSettings withRate(RateSettings other) {
        return new ResilienceSettings(patience, timeouts, retries, breaker, other);
    }
}

package holdfast.store.resilience.rate;

import holdfast.model.InvalidRequestException;
import java.time.Duration;

/**
 * How often one owner may ask for a new lock.
 *
 * @param requests so many
 * @param period in so much time
 * @param waitAtMost who comes too early waits so long at most for its turn, and is refused if that is not enough
 * @param ownersMax so many owners are told apart; the one that asked longest ago is forgotten first
 */
public record RateSettings(int requests, Duration period, Duration waitAtMost, int ownersMax) {
    public static final RateSettings DEFAULT =
            new RateSettings(100, Duration.ofSeconds(1), Duration.ofSeconds(10), 4_096);

    public RateSettings {
        if (requests < 1 || ownersMax < 1 || !period.isPositive() || waitAtMost.isNegative()) {
            throw new InvalidRequestException(
                    "a rate needs a request, a period above zero and an owner, not "
                            + requests
                            + ", "
                            + period
                            + ", "
                            + ownersMax
                            + ", waiting "
                            + waitAtMost);
        }
    }
}

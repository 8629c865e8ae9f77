package holdfast.store.resilience.breaker;

import holdfast.store.resilience.call.ResilienceEvent.BreakerState;

/**
 * How a circuit breaker stands.
 *
 * @param failed how many of the counted calls failed
 * @param counted how many calls it goes by
 */
public record BreakerReport(BreakerState state, int failed, int counted, BreakerSettings settings) {
    /** For people. */
    @Override
    public String toString() {
        String calls = failed + " of " + counted + " calls failed";
        return switch (state) {
            case CLOSED ->
                    "the circuit breaker is closed, "
                            + calls
                            + "; it opens at "
                            + settings.failurePercent()
                            + " % of at least "
                            + settings.callsMin();
            case OPEN ->
                    "the circuit breaker is open, "
                            + calls
                            + "; it tries again within "
                            + settings.openFor().toMillis()
                            + " ms, and only renewals and releases go through until then";
            case HALF_OPEN ->
                    "the circuit breaker is half-open; it closes when most of "
                            + settings.trials()
                            + " calls succeed";
        };
    }
}

package holdfast.store.resilience;

import holdfast.store.resilience.breaker.BreakerReport;
import holdfast.store.resilience.call.ResilienceEvent.BreakerState;
import java.time.Duration;
import java.util.Map;

/**
 * How a guarded store stands, as this process sees it.
 *
 * @param timeouts in force now, by the name of the call
 * @param hanging calls that were left behind and have not ended
 */
public record Health(
        BreakerReport breaker, Map<String, Duration> timeouts, int hanging, Counts counts) {
    public Health {
        timeouts = Map.copyOf(timeouts);
    }

    /**
     * Since the store was opened.
     *
     * @param failed of the calls that were made
     * @param timedOut of the failed ones, those for which nobody waited any longer
     * @param refused by the circuit breaker
     * @param limited by the rate of their owner
     */
    public record Counts(
            long answered, long failed, long timedOut, long retried, long refused, long limited) {}

    /** Whether people should be told. */
    public boolean isTroubled() {
        return breaker.state() != BreakerState.CLOSED || counts.failed() > 0 || hanging > 0;
    }

    /** For people. */
    public String inWords() {
        return counts.answered()
                + " calls answered, "
                + counts.failed()
                + " failed ("
                + counts.timedOut()
                + " without an answer in time), "
                + counts.retried()
                + " made again; "
                + breaker
                + (hanging > 0 ? "; " + hanging + " calls hang" : "");
    }
}

package holdfast.app;

import holdfast.metrics.BackendMetrics;
import holdfast.store.resilience.call.ResilienceEvent;
import holdfast.store.resilience.call.ResilienceEvent.BreakerState;
import java.util.function.Consumer;

/** Counts what the guards around a store tell. */
final class BackendEvents implements Consumer<ResilienceEvent> {
    private final BackendMetrics metrics;

    BackendEvents(BackendMetrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public void accept(ResilienceEvent event) {
        switch (event) {
            case ResilienceEvent.Answered answered ->
                    metrics.answered(answered.call(), answered.took());
            case ResilienceEvent.Failed failed -> metrics.failed(failed.call(), failed.took());
            case ResilienceEvent.Retried retried -> metrics.retried(retried.attempt());
            case ResilienceEvent.Refused _ -> metrics.refused();
            case ResilienceEvent.BreakerMoved moved -> metrics.breaker(state(moved.to()));
            // Told as failed too, or the caller's own doing.
            case ResilienceEvent.TimedOut _, ResilienceEvent.Limited _ -> {}
        }
    }

    private static BackendMetrics.Breaker state(BreakerState state) {
        return switch (state) {
            case CLOSED -> BackendMetrics.Breaker.CLOSED;
            case HALF_OPEN -> BackendMetrics.Breaker.HALF_OPEN;
            case OPEN -> BackendMetrics.Breaker.OPEN;
        };
    }
}

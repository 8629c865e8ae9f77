package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.Holdfast;
import holdfast.metrics.Metrics;
import holdfast.metrics.MetricsSettings;
import holdfast.store.memory.MemoryLockStore;
import holdfast.store.resilience.call.ResilienceEvent;
import holdfast.store.resilience.call.ResilienceEvent.BreakerState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the guards around a store tell, as a scrape shows it. */
final class BackendEventsTest {
    @Test
    void everythingThatAGuardTellsIsInAScrape() {
        try (var store = MemoryLockStore.withSystemClock();
                var holdfast = Holdfast.on(store);
                Metrics metrics = Metrics.on(holdfast.engine(), MetricsSettings.DEFAULT)) {
            var events = new BackendEvents(metrics.backend());
            Duration took = Duration.ofMillis(20);

            events.accept(new ResilienceEvent.Answered("commit", took));
            events.accept(new ResilienceEvent.Failed("read", took, "cut off"));
            events.accept(new ResilienceEvent.Retried("read", 1, took, "cut off"));
            events.accept(new ResilienceEvent.Retried("read", 2, took, "cut off"));
            events.accept(new ResilienceEvent.Refused("read"));
            events.accept(new ResilienceEvent.BreakerMoved(BreakerState.CLOSED, BreakerState.OPEN));

            assertThat(metrics.scrape().lines())
                    .contains(
                            "holdfast_backend_call_seconds_count{call=\"commit\",result=\"answered\"} 1",
                            "holdfast_backend_call_seconds_count{call=\"read\",result=\"failed\"} 1",
                            "lock_acquire_retries_bucket{le=\"1.0\"} 1",
                            "lock_acquire_retries_count 2",
                            "holdfast_backend_refused_total 1.0",
                            "holdfast_backend_breaker_open 2.0");
        }
    }
}

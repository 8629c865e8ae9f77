package holdfast.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** How the store behind the locks does. Told by the guards around a store, where there are some. Safe for use by many threads. */
public final class BackendMetrics {
    private static final double[] RETRIES = {1, 2, 3, 5, 10};

    private final MeterRegistry registry;
    private final AtomicInteger up = new AtomicInteger(1);
    private final AtomicInteger breaker = new AtomicInteger();
    private final DistributionSummary retries;
    private final Counter refused;

    BackendMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.retries =
                DistributionSummary.builder("lock.acquire.retries")
                        .description(
                                "Calls of the store that were made again, by how often by then")
                        .serviceLevelObjectives(RETRIES)
                        .register(registry);
        this.refused =
                Counter.builder("holdfast.backend.refused")
                        .description("Calls that the circuit breaker did not let through")
                        .register(registry);
        Gauge.builder("holdfast.backend.up", up, AtomicInteger::get)
                .description("1 if the store could be used at the last look")
                .register(registry);
        Gauge.builder("holdfast.backend.breaker.open", breaker, AtomicInteger::get)
                .description("0 closed, 1 half open, 2 open")
                .register(registry);
        call("survey", "failed");
    }

    MeterRegistry registry() {
        return registry;
    }

    /** @param call the name of one of the store's methods: there are few */
    public void answered(String call, Duration took) {
        call(call, "answered").record(took);
    }

    public void failed(String call, Duration took) {
        call(call, "failed").record(took);
    }

    /** @param attempt which one failed, from 1 */
    public void retried(int attempt) {
        retries.record(attempt);
    }

    public void refused() {
        refused.increment();
    }

    /** The state of the circuit breaker. */
    public enum Breaker {
        CLOSED,
        HALF_OPEN,
        OPEN
    }

    public void breaker(Breaker state) {
        breaker.set(state.ordinal());
    }

    void surveyed(long nanos) {
        up.set(1);
        call("survey", "answered").record(nanos, TimeUnit.NANOSECONDS);
    }

    void surveyFailed() {
        up.set(0);
        call("survey", "failed").record(Duration.ZERO);
    }

    private Timer call(String call, String result) {
        return Timer.builder("holdfast.backend.call")
                .description("Calls of the store")
                .tags(Tags.of("call", call, "result", result))
                .register(registry);
    }
}

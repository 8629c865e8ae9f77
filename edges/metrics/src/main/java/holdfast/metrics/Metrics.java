package holdfast.metrics;

import holdfast.engine.LockEngine;
import holdfast.model.ErrorCode;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Measures one engine and this process. Safe for use by many threads. */
public final class Metrics implements AutoCloseable {
    private final PrometheusMeterRegistry prometheus =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final CompositeMeterRegistry registry = new CompositeMeterRegistry();
    private final BackendMetrics backend;
    private final Survey survey;
    private final JvmGcMetrics gc = new JvmGcMetrics();
    private final ScheduledExecutorService worker =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("holdfast-metrics").factory());
    private final Runnable deaf;
    private final LockListener listener;

    private Metrics(LockEngine engine, MetricsSettings settings) {
        registry.add(prometheus);
        if (settings.otlp() != null) {
            registry.add(OtlpExport.to(settings.otlp()));
        }
        if (settings.cloudWatch() != null) {
            registry.add(CloudWatchExport.to(settings.cloudWatch()));
        }
        bindProcess();
        var places = new Places(settings.stacksMax());
        this.listener = new LockListener(registry, places);
        this.backend = new BackendMetrics(registry);
        this.survey = new Survey(engine, places, listener, backend);
        Runnable noEvents = engine.onEvent(listener::heard);
        Runnable noObservations = engine.onObservation(listener::saw);
        this.deaf =
                () -> {
                    noEvents.run();
                    noObservations.run();
                };
        var _ =
                worker.scheduleWithFixedDelay(
                        survey::runUnlessItRests,
                        0,
                        settings.survey().toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    private void bindProcess() {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        gc.bindTo(registry);
    }

    /** Measures the engine until this is closed. The engine stays the caller's to close. */
    public static Metrics on(LockEngine engine, MetricsSettings settings) {
        return new Metrics(engine, settings);
    }

    /** All measurements in Prometheus' text format, version 0.0.4. */
    public String scrape() {
        return survey.reading(prometheus::scrape);
    }

    /** Looks at the store now; done regularly by itself. */
    void survey() {
        survey.run();
    }

    /** Where further meters can be added. */
    public MeterRegistry registry() {
        return registry;
    }

    /** Counts a request that ended with this; what the engine refuses is counted without it. */
    public void error(ErrorCode code) {
        listener.error(code);
    }

    public BackendMetrics backend() {
        return backend;
    }

    @Override
    public void close() {
        deaf.run();
        worker.shutdownNow();
        gc.close();
        registry.close();
    }
}

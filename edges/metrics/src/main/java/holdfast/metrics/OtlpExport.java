package holdfast.metrics;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sends measurements to an OpenTelemetry collector. Loaded only when one is configured. */
final class OtlpExport {
    private OtlpExport() {}

    static MeterRegistry to(MetricsSettings.Otlp settings) {
        var config =
                new OtlpConfig() {
                    @Override
                    public @Nullable String get(String key) {
                        return null;
                    }

                    @Override
                    public String url() {
                        return settings.endpoint().toString();
                    }

                    @Override
                    public Duration step() {
                        return settings.pace();
                    }

                    @Override
                    public Map<String, String> headers() {
                        return settings.headers();
                    }

                    @Override
                    public Map<String, String> resourceAttributes() {
                        return Map.of("service.name", "holdfast");
                    }
                };
        return new OtlpMeterRegistry(config, Clock.SYSTEM);
    }
}

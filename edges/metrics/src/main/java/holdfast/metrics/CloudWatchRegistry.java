package holdfast.metrics;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import io.micrometer.core.instrument.step.StepMeterRegistry;
import io.micrometer.core.instrument.step.StepRegistryConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.cloudwatch.model.MetricDatum;
import software.amazon.awssdk.services.cloudwatch.model.PutMetricDataRequest;

/**
 * Sends what was measured since the last time. Counts and times begin anew with each sending, so nothing is told twice and nothing falls between two
 * steps.
 */
final class CloudWatchRegistry extends StepMeterRegistry {
    private static final Logger LOG = LoggerFactory.getLogger(CloudWatchRegistry.class);

    /** Half of what one request may carry, since its size in bytes is limited too. */
    private static final int DATA_PER_REQUEST = 500;

    private final MetricsSettings.CloudWatch settings;
    private final CloudWatchClient client;

    CloudWatchRegistry(MetricsSettings.CloudWatch settings, CloudWatchClient client) {
        super(config(settings.step()), Clock.SYSTEM);
        this.settings = settings;
        this.client = client;
        start(Thread.ofPlatform().daemon().name("holdfast-cloudwatch").factory());
    }

    private static StepRegistryConfig config(Duration step) {
        return new StepRegistryConfig() {
            @Override
            public String prefix() {
                return "cloudwatch";
            }

            @Override
            public @Nullable String get(String key) {
                return null;
            }

            @Override
            public Duration step() {
                return step;
            }
        };
    }

    @Override
    protected Counter newCounter(Meter.Id id) {
        return new Taken.Count(id);
    }

    @Override
    protected Timer newTimer(
            Meter.Id id, DistributionStatisticConfig config, PauseDetector pauseDetector) {
        return new Taken.Times(id, clock, pauseDetector);
    }

    @Override
    protected DistributionSummary newDistributionSummary(
            Meter.Id id, DistributionStatisticConfig config, double scale) {
        return new Taken.Amounts(id, scale);
    }

    @Override
    protected TimeUnit getBaseTimeUnit() {
        return TimeUnit.MILLISECONDS;
    }

    @Override
    protected void publish() {
        List<MetricDatum> data = new CloudWatchData(getMeters()).toList();
        for (int from = 0; from < data.size(); from += DATA_PER_REQUEST) {
            send(data.subList(from, Math.min(data.size(), from + DATA_PER_REQUEST)));
        }
    }

    private void send(List<MetricDatum> data) {
        try {
            client.putMetricData(
                    PutMetricDataRequest.builder()
                            .namespace(settings.namespace())
                            .metricData(data)
                            .build());
        } catch (SdkException e) {
            LOG.warn("CloudWatch did not take {} measurements: {}", data.size(), e.getMessage());
        }
    }

    /** Closes its client, after what is left was sent. */
    @Override
    public void close() {
        super.close();
        client.close();
    }
}

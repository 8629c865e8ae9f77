package holdfast.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.cloudwatch.model.Dimension;
import software.amazon.awssdk.services.cloudwatch.model.MetricDatum;
import software.amazon.awssdk.services.cloudwatch.model.PutMetricDataRequest;
import software.amazon.awssdk.services.cloudwatch.model.PutMetricDataResponse;
import software.amazon.awssdk.services.cloudwatch.model.StandardUnit;
import software.amazon.awssdk.services.cloudwatch.model.StatisticSet;

/** Metrics have the names, units and dimensions in CloudWatch by which alarms and people there look for them. */
final class CloudWatchNamesTest {
    private static final Map<String, String> SHOP =
            Map.of("Stack", "shop", "Environment", "production", "LockLevel", "stack");

    private final Kept kept = new Kept();
    private final Traffic traffic = new Traffic(MetricsSettings.DEFAULT);
    private final CloudWatchRegistry registry =
            new CloudWatchRegistry(
                    new MetricsSettings.CloudWatch("Deployer", null, null, Duration.ofHours(1)),
                    kept);

    CloudWatchNamesTest() {
        ((CompositeMeterRegistry) traffic.metrics().registry()).add(registry);
    }

    @AfterEach
    void close() {
        traffic.close();
    }

    /** In place of CloudWatch. */
    private static final class Kept implements CloudWatchClient {
        private final List<MetricDatum> data = new ArrayList<>();

        @Override
        public synchronized PutMetricDataResponse putMetricData(PutMetricDataRequest request) {
            assertThat(request.namespace()).isEqualTo("Deployer");
            assertThat(request.metricData()).hasSizeLessThanOrEqualTo(1000);
            data.addAll(request.metricData());
            return PutMetricDataResponse.builder().build();
        }

        @Override
        public String serviceName() {
            return "monitoring";
        }

        @Override
        public void close() {}

        synchronized List<MetricDatum> of(String name, Map<String, String> dimensions) {
            return data.stream()
                    .filter(datum -> datum.metricName().equals(name))
                    .filter(datum -> dimensions(datum).equals(dimensions))
                    .toList();
        }

        /** The statistic {@code Sum} of what has no dimension, which is what an alarm sees that names none. */
        double sum(String name) {
            List<MetricDatum> found = of(name, Map.of());
            assertThat(found).as(name + " without dimensions").isNotEmpty();
            return found.stream().mapToDouble(MetricDatum::value).sum();
        }
    }

    private static Map<String, String> dimensions(MetricDatum datum) {
        var dimensions = new TreeMap<String, String>();
        for (Dimension dimension : datum.dimensions()) {
            dimensions.put(dimension.name(), dimension.value());
        }
        return dimensions;
    }

    /** {@code deployer.lock.stale.detected}, statistic Sum, threshold 0, no dimensions. */
    @Test
    void anAlarmForStaleLocksThatNamesNoDimensionGoesOff() {
        traffic.acquire("shop/production");
        traffic.acquire("blog/production");
        registry.publish();
        assertThat(kept.sum("deployer.lock.stale.detected")).isZero();

        traffic.advance(Duration.ofMinutes(3));
        traffic.survey();
        registry.publish();
        registry.publish();

        assertThat(kept.sum("deployer.lock.stale.detected")).isEqualTo(2);
    }

    /** {@code deployer.lock.acquisition.failure}, statistic Sum, threshold 10, no dimensions. */
    @Test
    void anAlarmForContentionThatNamesNoDimensionGoesOff() {
        for (String stack : List.of("shop/production", "blog/production//api")) {
            traffic.acquire(stack);
            for (int i = 0; i < 6; i++) {
                traffic.tryAcquire(stack);
            }
        }
        registry.publish();

        assertThat(kept.sum("deployer.lock.acquisition.failure")).isEqualTo(12);
    }

    @Test
    void countsHaveTheNameOfTheirMeterAndLabelsAreDimensions() {
        traffic.acquire("shop/production");
        traffic.acquire("shop/production-2//api/blue");
        registry.publish();

        assertThat(kept.of("deployer.lock.acquisition.success", SHOP))
                .singleElement()
                .satisfies(datum -> {
                    assertThat(datum.value()).isEqualTo(1);
                    assertThat(datum.unit()).isEqualTo(StandardUnit.COUNT);
                });
        assertThat(
                        kept.of(
                                "deployer.lock.acquisition.success",
                                Map.of(
                                        "Stack", "shop",
                                        "Environment", "production-2",
                                        "LockLevel", "component")))
                .hasSize(1);
    }

    @Test
    void timesAreOneMetricInTheUnitThatIsExpected() {
        for (int seconds : List.of(10, 30)) {
            var hold = traffic.acquire("shop/production");
            traffic.advance(Duration.ofSeconds(seconds));
            traffic.release(hold);
        }
        registry.publish();

        for (var dimensions : List.of(SHOP, Map.<String, String>of())) {
            assertThat(kept.of("deployer.lock.held.duration", dimensions))
                    .singleElement()
                    .satisfies(datum -> {
                        assertThat(datum.unit()).isEqualTo(StandardUnit.SECONDS);
                        assertThat(datum.statisticValues())
                                .isEqualTo(
                                        StatisticSet.builder()
                                                .sampleCount(2.0)
                                                .sum(40.0)
                                                .minimum(10.0)
                                                .maximum(30.0)
                                                .build());
                    });
            assertThat(kept.of("deployer.lock.acquisition.duration", dimensions))
                    .singleElement()
                    .satisfies(datum -> {
                        assertThat(datum.unit()).isEqualTo(StandardUnit.MILLISECONDS);
                        assertThat(datum.statisticValues().sampleCount()).isEqualTo(2);
                    });
        }
    }

    @Test
    void nothingIsSentUnderANameThatNoMeterHas() {
        var hold = traffic.acquire("shop/production");
        traffic.renew(hold);
        traffic.survey();
        traffic.release(hold);
        registry.publish();
        var meters = new TreeSet<String>();
        traffic.metrics().registry().forEachMeter(meter -> meters.add(meter.getId().getName()));

        var sent = new TreeSet<String>();
        kept.data.forEach(datum -> sent.add(datum.metricName()));

        assertThat(meters).containsAll(sent);
        assertThat(sent)
                .contains(
                        "deployer.lock.acquisition.duration",
                        "deployer.lock.acquisition.success",
                        "deployer.lock.acquisition.failure",
                        "deployer.lock.held.duration",
                        "deployer.lock.heartbeat.success",
                        "deployer.lock.heartbeat.failure",
                        "deployer.lock.stale.detected");
    }

    @Test
    void whatCloudWatchWouldRefuseIsWrittenSoThatItDoesNot() {
        registry.counter("deployer.lock.stale.detected", "stack", "größe", "other", " ")
                .increment();
        registry.gauge("holdfast.locks.stale", Double.NaN);
        registry.publish();

        assertThat(kept.of("deployer.lock.stale.detected", Map.of("Stack", "gr??e", "Other", "?")))
                .hasSize(1);
        assertThat(kept.of("holdfast.locks.stale", Map.of())).isEmpty();
    }

    @Test
    void whatIsLeftIsSentWhenItIsClosed() {
        traffic.acquire("shop/production");
        registry.close();

        assertThat(kept.sum("deployer.lock.acquisition.success")).isEqualTo(1);
    }
}

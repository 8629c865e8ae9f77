package holdfast.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.cloudwatch.model.Dimension;
import software.amazon.awssdk.services.cloudwatch.model.MetricDatum;
import software.amazon.awssdk.services.cloudwatch.model.StandardUnit;
import software.amazon.awssdk.services.cloudwatch.model.StatisticSet;

/**
 * Measurements as CloudWatch takes them: a metric has the name of its meter and nothing more, labels are dimensions as in {@code LockLevel}. What is
 * counted or timed by stack is also told without dimensions, for all stacks together: CloudWatch adds nothing up by itself, and an alarm
 * that names no dimension looks at what has none.
 */
final class CloudWatchData {
    private static final int DIMENSION_MAX = 1024;
    private static final double LARGEST = Math.scalb(1.0, 360);

    /** In seconds, where all other times are in milliseconds. */
    private static final String HELD = "deployer.lock.held.duration";

    private final Instant now = Instant.now();
    private final List<MetricDatum> data = new ArrayList<>();
    private final Map<String, MetricDatum> totals = new TreeMap<>();
    private final Map<String, Taken.Spread> sums = new TreeMap<>();

    CloudWatchData(List<Meter> meters) {
        meters.forEach(this::add);
    }

    List<MetricDatum> toList() {
        var all = new ArrayList<>(data);
        all.addAll(totals.values());
        return all;
    }

    private void add(Meter meter) {
        switch (meter) {
            case Taken.Count count ->
                    taken(count.getId(), count.take(), spread -> counted(spread.sum()));
            case Taken.Times times -> {
                TimeUnit unit = unit(times.getId());
                taken(
                        times.getId(),
                        times.take().dividedBy(unit.toNanos(1)),
                        spread -> spread(spread, standard(unit)));
            }
            case Taken.Amounts amounts ->
                    taken(
                            amounts.getId(),
                            amounts.take(),
                            spread -> spread(spread, StandardUnit.NONE));
            case Gauge gauge -> of(gauge.getId(), value(gauge.value(), StandardUnit.NONE));
            case FunctionCounter counter -> of(counter.getId(), counted(counter.count()));
            // There are no others here.
            default -> {}
        }
    }

    private void taken(
            Meter.Id id,
            Taken.Spread spread,
            Function<Taken.Spread, MetricDatum.@Nullable Builder> told) {
        of(id, told.apply(spread));
        if (id.getTag("stack") != null) {
            Taken.Spread sum = sums.merge(id.getName(), spread, Taken.Spread::and);
            MetricDatum.Builder total = told.apply(sum);
            if (total != null) {
                totals.put(id.getName(), named(total, id).build());
            }
        }
    }

    private void of(Meter.Id id, MetricDatum.@Nullable Builder datum) {
        if (datum != null) {
            data.add(named(datum, id).dimensions(dimensions(id)).build());
        }
    }

    private MetricDatum.Builder named(MetricDatum.Builder datum, Meter.Id id) {
        return datum.metricName(id.getName()).timestamp(now);
    }

    /** None that happened are told too, so that an alarm knows that all is well. */
    private static MetricDatum.@Nullable Builder counted(double count) {
        return value(count, StandardUnit.COUNT);
    }

    private static MetricDatum.@Nullable Builder value(double value, StandardUnit unit) {
        // One value that it cannot take, and CloudWatch would take none of the request.
        return Math.abs(value) <= LARGEST ? MetricDatum.builder().value(value).unit(unit) : null;
    }

    private static MetricDatum.@Nullable Builder spread(Taken.Spread spread, StandardUnit unit) {
        return spread.isEmpty()
                ? null
                : MetricDatum.builder()
                        .statisticValues(
                                StatisticSet.builder()
                                        .sampleCount(spread.count())
                                        .sum(spread.sum())
                                        .minimum(spread.min())
                                        .maximum(spread.max())
                                        .build())
                        .unit(unit);
    }

    private static TimeUnit unit(Meter.Id id) {
        return id.getName().equals(HELD) ? TimeUnit.SECONDS : TimeUnit.MILLISECONDS;
    }

    private static StandardUnit standard(TimeUnit unit) {
        return unit == TimeUnit.SECONDS ? StandardUnit.SECONDS : StandardUnit.MILLISECONDS;
    }

    private static List<Dimension> dimensions(Meter.Id id) {
        return id.getTags().stream().map(CloudWatchData::dimension).toList();
    }

    private static Dimension dimension(Tag tag) {
        return Dimension.builder().name(name(tag.getKey())).value(value(tag.getValue())).build();
    }

    /** As in {@code LockLevel} for {@code lock_level}. */
    private static String name(String label) {
        return Arrays.stream(label.split("[_.]"))
                .filter(word -> !word.isEmpty())
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining());
    }

    /** CloudWatch takes plain ASCII that is not blank. */
    private static String value(String label) {
        String plain = label.replaceAll("[^\\x20-\\x7e]", "?");
        return plain.isBlank() ? "?" : plain.substring(0, Math.min(DIMENSION_MAX, plain.length()));
    }
}

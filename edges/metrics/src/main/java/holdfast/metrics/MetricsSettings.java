package holdfast.metrics;

import holdfast.model.InvalidRequestException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is measured and who is told.
 *
 * @param stacksMax how many pairs of stack and environment get labels of their own; all further ones are {@code other}
 * @param survey how often the store is looked at for what no event tells: locks, queues, stale locks
 * @param otlp to send measurements to an OpenTelemetry collector; null not to
 */
public record MetricsSettings(int stacksMax, Duration survey, @Nullable Otlp otlp) {
    public static final MetricsSettings DEFAULT =
            new MetricsSettings(100, Duration.ofSeconds(15), null);

    private static final int STACKS_MAX = 10_000;

    /**
     * An OpenTelemetry collector.
     *
     * @param endpoint where it takes measurements over HTTP, such as {@code http://collector:4318/v1/metrics}
     * @param headers to send with them, which may be secret
     * @param pace how often
     */
    public record Otlp(URI endpoint, Map<String, String> headers, Duration pace) {
        public Otlp {
            headers = Map.copyOf(headers);
            String scheme = endpoint.getScheme();
            if (endpoint.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
                throw new InvalidRequestException(
                        "the address of a collector must be an http or https one");
            }
            if (pace.compareTo(Duration.ofSeconds(1)) < 0) {
                throw new InvalidRequestException("measurements are sent at most every second");
            }
        }

        @Override
        public String toString() {
            return "Otlp[endpoint="
                    + endpoint
                    + ", headers="
                    + headers.keySet()
                    + ", pace="
                    + pace
                    + "]";
        }
    }

    public MetricsSettings {
        if (stacksMax < 0 || stacksMax > STACKS_MAX) {
            throw new InvalidRequestException(
                    "between 0 and " + STACKS_MAX + " stacks can have labels of their own");
        }
        if (survey.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new InvalidRequestException("the store is looked at every second at most");
        }
    }
}

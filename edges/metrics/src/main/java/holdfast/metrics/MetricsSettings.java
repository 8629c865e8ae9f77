package holdfast.metrics;

import holdfast.model.InvalidRequestException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is measured and who is told.
 *
 * @param stacksMax how many pairs of stack and environment get labels of their own; all further ones are {@code other}
 * @param survey how often the store is looked at for what no event tells: locks, queues, stale locks
 * @param otlp to send measurements to an OpenTelemetry collector; null not to
 * @param cloudWatch to send them to CloudWatch; null not to
 */
public record MetricsSettings(
        int stacksMax, Duration survey, @Nullable Otlp otlp, @Nullable CloudWatch cloudWatch) {
    public static final MetricsSettings DEFAULT =
            new MetricsSettings(100, Duration.ofSeconds(15), null, null);

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

    /**
     * CloudWatch, with credentials from where the AWS tools find them.
     *
     * @param namespace under which the measurements are found there
     * @param region null for what the surroundings say
     * @param endpoint null for that of the region
     * @param step how often they are sent
     */
    public record CloudWatch(
            String namespace, @Nullable String region, @Nullable URI endpoint, Duration step) {
        private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9._/#-]{1,255}");

        public CloudWatch {
            // Names that begin so are Amazon's own.
            if (!NAMESPACE.matcher(namespace).matches() || namespace.startsWith("AWS/")) {
                throw new InvalidRequestException(
                        "a namespace of CloudWatch has up to 255 letters, digits and ._/#- and does"
                                + " not begin with AWS/");
            }
            if (step.compareTo(Duration.ofSeconds(1)) < 0) {
                throw new InvalidRequestException("measurements are sent at most every second");
            }
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

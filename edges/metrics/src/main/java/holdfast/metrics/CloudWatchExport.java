package holdfast.metrics;

import holdfast.model.InvalidRequestException;
import io.micrometer.cloudwatch2.CloudWatchConfig;
import io.micrometer.cloudwatch2.CloudWatchMeterRegistry;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudwatch.CloudWatchAsyncClient;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.cloudwatch.model.PutMetricDataRequest;
import software.amazon.awssdk.services.cloudwatch.model.PutMetricDataResponse;

/** Sends measurements to CloudWatch. Loaded only when that is configured. */
final class CloudWatchExport {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private CloudWatchExport() {}

    /** With credentials from where the AWS tools find them. */
    static MeterRegistry to(MetricsSettings.CloudWatch settings) {
        return to(settings, DefaultCredentialsProvider.builder().build());
    }

    static MeterRegistry to(
            MetricsSettings.CloudWatch settings, AwsCredentialsProvider credentials) {
        var client = new Blocking(client(settings, credentials));
        return new ClosingRegistry(config(settings), client);
    }

    /** Closes its client, after what is left was sent. */
    private static final class ClosingRegistry extends CloudWatchMeterRegistry {
        private final CloudWatchAsyncClient client;

        ClosingRegistry(CloudWatchConfig config, CloudWatchAsyncClient client) {
            super(config, Clock.SYSTEM, client);
            this.client = client;
        }

        @Override
        public void close() {
            super.close();
            client.close();
        }
    }

    private static CloudWatchClient client(
            MetricsSettings.CloudWatch settings, AwsCredentialsProvider credentials) {
        var builder =
                CloudWatchClient.builder()
                        .credentialsProvider(credentials)
                        .httpClientBuilder(
                                UrlConnectionHttpClient.builder()
                                        .connectionTimeout(TIMEOUT)
                                        .socketTimeout(TIMEOUT))
                        .overrideConfiguration(
                                ClientOverrideConfiguration.builder()
                                        .apiCallTimeout(TIMEOUT)
                                        .build());
        if (settings.region() != null) {
            builder.region(Region.of(settings.region()));
        }
        if (settings.endpoint() != null) {
            builder.endpointOverride(settings.endpoint());
        }
        try {
            return builder.build();
        } catch (SdkException e) {
            throw new InvalidRequestException(
                    "CloudWatch cannot be used: "
                            + e.getMessage()
                            + " (metrics.cloudwatch.region)");
        }
    }

    private static CloudWatchConfig config(MetricsSettings.CloudWatch settings) {
        return new CloudWatchConfig() {
            @Override
            public @Nullable String get(String key) {
                return null;
            }

            @Override
            public String namespace() {
                return settings.namespace();
            }

            @Override
            public Duration step() {
                return settings.step();
            }
        };
    }

    /** The registry has a thread of its own for this, so nothing is gained by the asynchronous client and its Netty. */
    private record Blocking(CloudWatchClient client) implements CloudWatchAsyncClient {
        @Override
        public CompletableFuture<PutMetricDataResponse> putMetricData(
                PutMetricDataRequest request) {
            try {
                return CompletableFuture.completedFuture(client.putMetricData(request));
            } catch (SdkException e) {
                return CompletableFuture.failedFuture(e);
            }
        }

        @Override
        public String serviceName() {
            return client.serviceName();
        }

        @Override
        public void close() {
            client.close();
        }
    }
}

package holdfast.metrics;

import holdfast.model.InvalidRequestException;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;

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
        return new CloudWatchRegistry(settings, client(settings, credentials));
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
}

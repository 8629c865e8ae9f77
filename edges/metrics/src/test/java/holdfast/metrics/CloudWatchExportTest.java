package holdfast.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import holdfast.model.InvalidRequestException;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/** What CloudWatch is sent, at a stand-in for it. */
final class CloudWatchExportTest {
    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    private HttpServer cloudWatch;

    @BeforeEach
    void listen() throws IOException {
        cloudWatch =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        cloudWatch.createContext("/", this::take);
        cloudWatch.start();
    }

    @AfterEach
    void stop() {
        cloudWatch.stop(0);
    }

    private void take(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        if ("gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))) {
            body = new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes();
        }
        requests.add(
                exchange.getRequestURI()
                        + "\n"
                        + exchange.getRequestHeaders().getFirst("Authorization")
                        + "\n"
                        + exchange.getRequestHeaders().getOrDefault("X-Amz-Target", List.of())
                        + "\n"
                        + new String(body, StandardCharsets.UTF_8));
        byte[] answer = "{}".getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/x-amz-json-1.0");
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private MeterRegistry registry() {
        var endpoint = URI.create("http://127.0.0.1:" + cloudWatch.getAddress().getPort());
        return CloudWatchExport.to(
                new MetricsSettings.CloudWatch(
                        "Team/Locks", "eu-central-1", endpoint, Duration.ofSeconds(1)),
                StaticCredentialsProvider.create(AwsBasicCredentials.create("key-id", "hush")));
    }

    @Test
    void measurementsAreSentSignedUnderTheirNamespace() throws InterruptedException {
        MeterRegistry registry = registry();
        try {
            registry.counter("deployer.lock.acquisition.success", "stack", "shop").increment();

            assertThat(requests.poll(30, TimeUnit.SECONDS))
                    .contains("PutMetricData", "Locks", "eu-central-1/monitoring")
                    .contains("deployer.lock.acquisition.success", "Stack", "shop")
                    .contains("Credential=key-id/")
                    .doesNotContain("deployer.lock.acquisition.success.", "stack", "hush");
        } finally {
            registry.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "AWS/Locks", "with space", "ü"})
    void aNamespaceThatCloudWatchWouldRefuseIsRefused(String namespace) {
        assertThatThrownBy(() ->
                        new MetricsSettings.CloudWatch(
                                namespace, null, null, Duration.ofMinutes(1)))
                .isInstanceOf(InvalidRequestException.class);
    }
}

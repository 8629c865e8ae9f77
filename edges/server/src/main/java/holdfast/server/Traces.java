package holdfast.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JsonGenerator;

/**
 * Sends spans of requests to an OpenTelemetry collector: OTLP over HTTP, as JSON. No request waits for it: what does not fit into its queue,
 * or what the collector does not take, is lost. Safe for use by many threads.
 */
public final class Traces implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Traces.class);
    private static final int QUEUE_MAX = 10_000;
    private static final int BATCH_MAX = 500;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration NO_END = Duration.ofDays(365);
    private static final int GOOD = 2;
    private static final int KIND_SERVER = 2;
    private static final int STATUS_ERROR = 2;
    private static final int SERVER_ERRORS = 500;

    private final Settings settings;
    private final BlockingQueue<Span> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
    private final HttpClient client =
            HttpClient.newBuilder()
                    .connectTimeout(TIMEOUT)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .version(HttpClient.Version.HTTP_1_1)
                    .build();
    private final ScheduledExecutorService worker =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("holdfast-traces").factory());
    private boolean failing;

    /**
     * Where spans go.
     *
     * @param endpoint such as {@code http://collector:4318/v1/traces}
     * @param headers to send with them; may hold a secret
     * @param pace how often they are sent
     */
    public record Settings(URI endpoint, Map<String, String> headers, Duration pace) {
        public Settings {
            headers = Map.copyOf(headers);
        }

        @Override
        public String toString() {
            return "traces to " + endpoint.getHost() + " every " + pace;
        }
    }

    /** @param parent empty for the first of a trace */
    record Span(
            String trace,
            String id,
            String parent,
            String name,
            String path,
            long beganNanos,
            long endedNanos,
            int status) {}

    private Traces(Settings settings) {
        this.settings = settings;
    }

    public static Traces to(Settings settings) {
        var traces = new Traces(settings);
        long pace = settings.pace().toMillis();
        var _ =
                traces.worker.scheduleWithFixedDelay(
                        () -> traces.send(NO_END), pace, pace, TimeUnit.MILLISECONDS);
        return traces;
    }

    void add(Span span) {
        boolean _ = queue.offer(span);
    }

    private void send(Duration atMost) {
        long began = System.nanoTime();
        List<Span> batch = new ArrayList<>();
        while (queue.drainTo(batch, BATCH_MAX) > 0) {
            Duration left = atMost.minusNanos(System.nanoTime() - began);
            if (!left.isPositive()) {
                return;
            }
            try {
                post(
                        Json.object(json -> write(json, batch)),
                        left.compareTo(TIMEOUT) < 0 ? left : TIMEOUT);
                failing = false;
            } catch (IOException | RuntimeException e) {
                failed(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            batch.clear();
        }
    }

    private void failed(Exception e) {
        if (!failing) {
            LOG.warn(
                    "traces are not taken by {}: {}",
                    settings.endpoint().getHost(),
                    e.getMessage());
        }
        failing = true;
    }

    private void post(byte[] body, Duration atMost) throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(settings.endpoint())
                        .timeout(atMost)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        settings.headers().forEach(request::header);
        // The client's own timeout ends with the headers of an answer.
        CompletableFuture<HttpResponse<Void>> answer =
                client.sendAsync(request.build(), HttpResponse.BodyHandlers.discarding());
        try {
            int status = answer.get(atMost.toNanos(), TimeUnit.NANOSECONDS).statusCode();
            if (status / 100 != GOOD) {
                throw new IOException("it answered " + status);
            }
        } catch (TimeoutException e) {
            throw new IOException("no whole answer within " + atMost.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            throw new IOException(String.valueOf(e.getCause()), e);
        } finally {
            answer.cancel(true);
        }
    }

    private static void write(JsonGenerator json, List<Span> spans) {
        json.writeArrayPropertyStart("resourceSpans");
        json.writeStartObject();
        json.writeObjectPropertyStart("resource");
        json.writeArrayPropertyStart("attributes");
        attribute(json, "service.name", "holdfast");
        json.writeEndArray();
        json.writeEndObject();
        json.writeArrayPropertyStart("scopeSpans");
        json.writeStartObject();
        json.writeObjectPropertyStart("scope");
        json.writeStringProperty("name", "holdfast.server");
        json.writeEndObject();
        Json.array(json, "spans", spans, Traces::write);
        json.writeEndObject();
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndArray();
    }

    private static void write(JsonGenerator json, Span span) {
        json.writeStringProperty("traceId", span.trace());
        json.writeStringProperty("spanId", span.id());
        json.writeStringProperty("parentSpanId", span.parent());
        json.writeStringProperty("name", span.name());
        json.writeNumberProperty("kind", KIND_SERVER);
        json.writeStringProperty("startTimeUnixNano", Long.toString(span.beganNanos()));
        json.writeStringProperty("endTimeUnixNano", Long.toString(span.endedNanos()));
        json.writeArrayPropertyStart("attributes");
        attribute(json, "url.path", span.path());
        number(json, "http.response.status_code", span.status());
        json.writeEndArray();
        json.writeObjectPropertyStart("status");
        if (span.status() >= SERVER_ERRORS) {
            json.writeNumberProperty("code", STATUS_ERROR);
        }
        json.writeEndObject();
    }

    private static void attribute(JsonGenerator json, String key, String value) {
        attribute(json, key, "stringValue", value);
    }

    /** As text, which is how JSON for OTLP has its whole numbers. */
    private static void number(JsonGenerator json, String key, int value) {
        attribute(json, key, "intValue", Integer.toString(value));
    }

    private static void attribute(JsonGenerator json, String key, String kind, String value) {
        json.writeStartObject();
        json.writeStringProperty("key", key);
        json.writeObjectPropertyStart("value");
        json.writeStringProperty(kind, value);
        json.writeEndObject();
        json.writeEndObject();
    }

    /** Sends what is left, for a moment. */
    @Override
    public void close() {
        long began = System.nanoTime();
        worker.shutdown();
        try {
            if (!worker.awaitTermination(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                worker.shutdownNow();
            }
        } catch (InterruptedException e) {
            worker.shutdownNow();
            Thread.currentThread().interrupt();
        }
        send(TIMEOUT.minusNanos(System.nanoTime() - began));
        client.shutdownNow();
    }
}

package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.store.memory.MemoryLockStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Spans of requests, as a collector on loopback gets them. */
@Timeout(60)
final class TracesTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

    private final MemoryLockStore store = MemoryLockStore.withSystemClock();
    private final LockEngine engine = LockEngine.open(store, EngineSettings.DEFAULT);
    private final List<Map<String, Object>> spans = new CopyOnWriteArrayList<>();
    private final List<String> keys = new CopyOnWriteArrayList<>();
    private volatile int status = 200;
    private HttpServer collector;
    private Traces traces;
    private HoldfastServer server;

    @BeforeEach
    void start() throws IOException {
        collector =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext(
                "/v1/traces",
                exchange -> {
                    keys.add(exchange.getRequestHeaders().getFirst("Api-Key"));
                    receive(JsonText.object(exchange.getRequestBody().readAllBytes()));
                    exchange.sendResponseHeaders(status, -1);
                    exchange.close();
                });
        collector.start();
        var endpoint =
                URI.create("http://127.0.0.1:" + collector.getAddress().getPort() + "/v1/traces");
        traces =
                Traces.to(
                        new Traces.Settings(
                                endpoint, Map.of("Api-Key", "k"), Duration.ofMillis(20)));
        server =
                HoldfastServer.start(
                        new HoldfastServer.Parts(
                                engine,
                                store,
                                Gate.OPEN,
                                Optional.empty(),
                                Witness.NONE,
                                List.of(),
                                Beside.NOTHING.with(traces)),
                        ServerSettings.DEFAULT.at("127.0.0.1", 0),
                        List.of(
                                new Mount(
                                        "/terraform",
                                        rules -> rules.any((request, response) -> response.send()),
                                        1_000)));
    }

    @AfterEach
    void stop() {
        server.close();
        traces.close();
        engine.close();
        store.close();
        collector.stop(0);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Map<String, ?> json, String name) {
        return (List<Map<String, Object>>) Objects.requireNonNull(json.get(name));
    }

    private void receive(Map<String, ?> body) {
        Map<String, Object> resource = list(body, "resourceSpans").getFirst();
        spans.addAll(list(list(resource, "scopeSpans").getFirst(), "spans"));
    }

    private int get(String path, String... headers) throws Exception {
        return send("GET", path, headers);
    }

    private int send(String method, String path, String... headers) throws Exception {
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                        .method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }

    @Test
    void aRequestIsASpanInTheTraceOfItsCaller() throws Exception {
        get("/v1/locks/nonsense", "traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01");

        Conditions.await(() -> spans.size() == 1);
        assertThat(spans.getFirst())
                .containsEntry("traceId", TRACE)
                .containsEntry("parentSpanId", "00f067aa0ba902b7")
                .containsEntry("name", "GET /v1/locks/{lock_id}");
        assertThat(String.valueOf(spans.getFirst())).contains("/v1/locks/nonsense", "intValue=400");
        assertThat(keys).containsOnly("k");
    }

    @Test
    void spansAreCalledByTheirRoutesWhateverIsAskedFor() throws Exception {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("GET /v1/locks?resource=shop", "GET /v1/locks");
        names.put("POST /v1/locks", "POST /v1/locks");
        names.put("POST /v1/locks/force-unlock", "POST /v1/locks/force-unlock");
        names.put("POST /v1/locks/lock_1_a/renew", "POST /v1/locks/{lock_id}/renew");
        names.put("DELETE /v1/locks/lock_2_b", "DELETE /v1/locks/{lock_id}");
        names.put("HEAD /v1/freezes", "HEAD /v1/freezes");
        names.put("LOCK /terraform/net/eu", "LOCK /terraform/{name}");
        names.put("PUT /v1/locks", "PUT");
        names.put("GET /v1/0123456789", "GET");
        names.put("GET /made/up/by/a/caller", "GET");
        names.put("MADEUP /v1/locks", "HTTP");

        for (String asked : names.keySet()) {
            send(asked.split(" ")[0], asked.split(" ")[1]);
        }

        Conditions.await(() -> spans.size() == names.size());
        assertThat(spans)
                .extracting(span -> span.get("name"))
                .containsExactlyElementsOf(names.values());
        assertThat(String.valueOf(spans)).contains("/v1/locks/lock_1_a/renew", "/terraform/net/eu");
    }

    @Test
    void whatItsCallerDoesNotWantRecordedIsNot() throws Exception {
        get("/healthz", "traceparent", "00-" + TRACE + "-00f067aa0ba902b7-00");
        get("/healthz");

        Conditions.await(() -> spans.size() == 1);
        assertThat(spans.getFirst()).doesNotContainEntry("traceId", TRACE);
    }

    @Test
    void aCollectorThatHangsDoesNotHoldUpWhoStops() throws IOException {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            var endpoint = URI.create("http://127.0.0.1:" + silent.getLocalPort());
            var hanging = Traces.to(new Traces.Settings(endpoint, Map.of(), Duration.ofMinutes(1)));
            for (int i = 0; i < 1_600; i++) {
                hanging.add(new Traces.Span(TRACE, "00f067aa0ba902b7", "", "x", "/", 0, 1, 200));
            }
            long began = System.nanoTime();

            hanging.close();

            // One time for all that is left, and not one for each batch.
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isLessThan(Duration.ofSeconds(9));
        }
    }

    @Test
    void aCollectorThatTakesNothingKeepsNobodyFromBeingServed() throws Exception {
        status = 503;
        for (int i = 0; i < 5; i++) {
            assertThat(get("/healthz")).isEqualTo(200);
        }
        Conditions.await(() -> spans.size() == 5);
    }
}

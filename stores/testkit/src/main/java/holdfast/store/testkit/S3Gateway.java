package holdfast.store.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands before S3Mock and lets one request through at a time, since S3Mock, unlike S3, checks a condition and writes in two steps.
 * Fails as a test asks.
 */
public final class S3Gateway implements AutoCloseable {
    private static final Set<String> NOT_FORWARDED =
            Set.of(
                    "host",
                    "connection",
                    "content-length",
                    "expect",
                    "transfer-encoding",
                    "upgrade");

    private final HttpClient http = HttpClient.newHttpClient();
    private final ExecutorService one = Executors.newSingleThreadExecutor();
    private final S3Process s3;
    private final HttpServer server;
    private volatile Fault fault = Fault.NONE;
    private volatile String method = "";
    private final AtomicInteger left = new AtomicInteger();

    /** What becomes of a request. */
    public enum Fault {
        NONE,
        /** It is answered 500 and never reaches the server. */
        ERROR_BEFORE,
        /** It is done and answered 500. */
        ERROR_AFTER,
        /** It is done, and answered 503, as a gateway does that gave up on its answer. */
        UNAVAILABLE_AFTER,
        /** It is answered 503, as S3 does to slow a client down. */
        SLOW_DOWN,
        /** It is done, and done again, as a client does that meets a cut connection; the second answer is told. */
        SENT_TWICE,
        /** It is done, and the connection is cut. */
        CUT_AFTER,
        /** It is answered 409 and never reaches the server. */
        COLLISION
    }

    public S3Gateway(S3Process s3) {
        this.s3 = s3;
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(one);
        server.createContext("/", this::handle);
        server.start();
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** The next so many requests with this method. */
    public void fail(Fault next, String ofMethod, int times) {
        left.set(times);
        method = ofMethod;
        fault = next;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Fault now = Fault.NONE;
            if (exchange.getRequestMethod().equals(method) && left.getAndDecrement() > 0) {
                now = fault;
            }
            byte[] body = exchange.getRequestBody().readAllBytes();
            switch (now) {
                case NONE -> answer(exchange, forward(exchange, body));
                case ERROR_BEFORE -> exchange.sendResponseHeaders(500, -1);
                case SLOW_DOWN -> slowDown(exchange);
                case UNAVAILABLE_AFTER -> {
                    forward(exchange, body);
                    exchange.sendResponseHeaders(503, -1);
                }
                case COLLISION -> exchange.sendResponseHeaders(409, -1);
                case ERROR_AFTER -> {
                    forward(exchange, body);
                    exchange.sendResponseHeaders(500, -1);
                }
                case SENT_TWICE -> {
                    forward(exchange, body);
                    answer(exchange, forward(exchange, body));
                }
                case CUT_AFTER -> forward(exchange, body);
            }
        }
    }

    private static void slowDown(HttpExchange exchange) throws IOException {
        byte[] error =
                "<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>"
                        .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/xml");
        exchange.sendResponseHeaders(503, error.length);
        exchange.getResponseBody().write(error);
    }

    private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body) throws IOException {
        String target = s3.endpoint() + exchange.getRequestURI().toString();
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(target))
                        .method(
                                exchange.getRequestMethod(),
                                HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders()
                .forEach((name, values) -> {
                    if (!NOT_FORWARDED.contains(name.toLowerCase(Locale.ROOT))) {
                        values.forEach(value -> request.header(name, value));
                    }
                });
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private static void answer(HttpExchange exchange, HttpResponse<byte[]> from)
            throws IOException {
        from.headers()
                .map()
                .forEach((name, values) -> {
                    if (!name.startsWith(":")
                            && !NOT_FORWARDED.contains(name.toLowerCase(Locale.ROOT))) {
                        exchange.getResponseHeaders().put(name, values);
                    }
                });
        boolean head = exchange.getRequestMethod().equals("HEAD");
        if (head) {
            from.headers()
                    .firstValue("content-length")
                    .ifPresent(
                            length -> exchange.getResponseHeaders().set("Content-Length", length));
        }
        exchange.sendResponseHeaders(
                from.statusCode(), head || from.body().length == 0 ? -1 : from.body().length);
        if (!head && from.body().length > 0) {
            exchange.getResponseBody().write(from.body());
        }
    }

    @Override
    public void close() {
        server.stop(0);
        one.shutdownNow();
        http.close();
    }
}

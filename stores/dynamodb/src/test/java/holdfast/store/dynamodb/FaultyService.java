package holdfast.store.dynamodb;

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
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Stands before a DynamoDB and answers in its place as a test asks, or passes on and counts what it passed. */
final class FaultyService implements AutoCloseable {
    private static final Set<String> NOT_PASSED_ON =
            Set.of(
                    "host",
                    "connection",
                    "content-length",
                    "upgrade",
                    "http2-settings",
                    "expect",
                    "amz-sdk-request");

    private final HttpServer door;
    private final int port;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Queue<Passed> passed = new ConcurrentLinkedQueue<>();
    private final Queue<Fault> faults = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Fault always;

    /**
     * @param operation as in {@code PutItem}
     * @param at when it was asked for, as of {@link System#nanoTime}
     */
    record Passed(String operation, String body, long at) {}

    /**
     * @param operations which requests it is for, as in {@code PutItem}
     * @param order whether the service does the work before the answer is replaced
     */
    record Fault(
            Predicate<String> operations,
            Order order,
            Duration delay,
            int status,
            String code,
            String message) {
        enum Order {
            INSTEAD,
            AFTERWARDS
        }

        static Fault refusing(int status, String code, String message) {
            return new Fault(any -> true, Order.INSTEAD, Duration.ZERO, status, code, message);
        }

        /** Does what is asked, and then answers that it failed. */
        static Fault failingAfterwards(int status, String code) {
            return new Fault(
                    any -> true, Order.AFTERWARDS, Duration.ZERO, status, code, "it failed");
        }

        static Fault slow(Duration delay) {
            return new Fault(any -> true, Order.AFTERWARDS, delay, 0, "", "");
        }
    }

    FaultyService(int port) throws IOException {
        this.port = port;
        door = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        door.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        door.createContext("/", this::answer);
        door.start();
    }

    static FaultyService before(int port) {
        try {
            return new FaultyService(port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return door.getAddress().getPort();
    }

    void next(Fault fault) {
        faults.add(fault);
    }

    void always(@Nullable Fault fault) {
        always = fault;
    }

    /** What was passed on since the last call. */
    List<Passed> passed() {
        List<Passed> seen = List.copyOf(passed);
        passed.clear();
        return seen;
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String target = String.valueOf(exchange.getRequestHeaders().getFirst("X-Amz-Target"));
        String operation = target.substring(target.indexOf('.') + 1);
        Fault fault = faultFor(operation);
        if (fault != null && fault.order() == Fault.Order.INSTEAD) {
            refuse(exchange, fault);
            return;
        }
        HttpResponse<byte[]> answer = pass(exchange, body, operation);
        if (fault != null) {
            LockSupport.parkNanos(fault.delay().toNanos());
            if (fault.status() > 0) {
                refuse(exchange, fault);
                return;
            }
        }
        answer.headers()
                .map()
                .forEach((name, values) -> {
                    if (!name.equalsIgnoreCase("content-length")) {
                        exchange.getResponseHeaders().put(name, values);
                    }
                });
        send(exchange, answer.statusCode(), answer.body());
    }

    private @Nullable Fault faultFor(String operation) {
        Fault next = faults.peek();
        if (next != null && next.operations().test(operation)) {
            return faults.poll();
        }
        Fault constant = always;
        return constant != null && constant.operations().test(operation) ? constant : null;
    }

    private HttpResponse<byte[]> pass(HttpExchange exchange, byte[] body, String operation)
            throws IOException {
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders()
                .forEach((name, values) -> {
                    if (!NOT_PASSED_ON.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                        values.forEach(value -> request.header(name, value));
                    }
                });
        long at = System.nanoTime();
        try {
            HttpResponse<byte[]> answer =
                    client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            passed.add(new Passed(operation, new String(body, StandardCharsets.UTF_8), at));
            return answer;
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private static void refuse(HttpExchange exchange, Fault fault) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
        String json =
                fault.code().isEmpty()
                        ? fault.message()
                        : "{\"__type\":\"com.amazonaws.dynamodb.v20120810#"
                                + fault.code()
                                + "\",\"message\":\""
                                + fault.message()
                                + "\"}";
        send(exchange, fault.status(), json.getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        try (var out = exchange.getResponseBody()) {
            out.write(body);
        } catch (IOException e) {
            // The client has given up.
        }
        exchange.close();
    }

    @Override
    public void close() {
        door.stop(0);
        client.close();
    }
}

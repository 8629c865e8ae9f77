package holdfast.notify;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;

/** A web server on loopback that gets messages, and answers as the test says. */
final class Receiver implements AutoCloseable {
    private static final long PATIENCE_NANOS = 30_000_000_000L;

    private final HttpServer server;
    private final List<Got> got = new CopyOnWriteArrayList<>();
    private volatile IntUnaryOperator status = attempt -> 200;
    private volatile String retryAfter = "";

    /** A message that arrived. */
    record Got(Map<String, String> headers, String body) {}

    Receiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(
                "/",
                exchange -> {
                    var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
                    exchange.getRequestHeaders()
                            .forEach((name, values) -> headers.put(name, values.getFirst()));
                    String body =
                            new String(
                                    exchange.getRequestBody().readAllBytes(),
                                    StandardCharsets.UTF_8);
                    got.add(new Got(headers, body));
                    int answer = status.applyAsInt(got.size());
                    if (answer >= 300 && answer < 400) {
                        exchange.getResponseHeaders().add("Location", url() + "elsewhere");
                    }
                    if (!retryAfter.isEmpty()) {
                        exchange.getResponseHeaders().add("Retry-After", retryAfter);
                    }
                    exchange.sendResponseHeaders(answer, -1);
                    exchange.close();
                });
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook");
    }

    /** @param byAttempt what the n-th message is answered, from 1 */
    void answers(IntUnaryOperator byAttempt) {
        status = byAttempt;
    }

    /** Says so with every answer. */
    void wantsToBeLeftAloneFor(String time) {
        retryAfter = time;
    }

    List<Got> got() {
        return List.copyOf(got);
    }

    Got first() {
        awaitUntil(() -> !got.isEmpty());
        return got.getFirst();
    }

    static void awaitUntil(BooleanSupplier condition) {
        long began = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - began > PATIENCE_NANOS) {
                throw new AssertionError("it did not happen in time");
            }
            LockSupport.parkNanos(2_000_000);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

package holdfast.app;

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
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands before a server, lets everything through, and remembers what was asked. */
final class Onlooker implements AutoCloseable {
    private static final Set<String> NOT_FORWARDED =
            Set.of("host", "connection", "content-length", "expect", "transfer-encoding");

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final URI behind;
    private final HttpServer server;

    Onlooker(URI behind) {
        this.behind = behind;
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + port());
    }

    /** The method of each request, or what it was for, where that stands in a header of its own. */
    List<String> asked() {
        return asked;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
            asked.add(target == null ? exchange.getRequestMethod() : target);
            byte[] body = exchange.getRequestBody().readAllBytes();
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(URI.create(behind + exchange.getRequestURI().toString()))
                            .method(
                                    exchange.getRequestMethod(),
                                    HttpRequest.BodyPublishers.ofByteArray(body));
            exchange.getRequestHeaders()
                    .forEach((name, values) -> {
                        if (!NOT_FORWARDED.contains(name.toLowerCase(Locale.ROOT))) {
                            values.forEach(value -> request.header(name, value));
                        }
                    });
            HttpResponse<byte[]> answer =
                    http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            answer.headers()
                    .map()
                    .forEach((name, values) -> {
                        if (!NOT_FORWARDED.contains(name.toLowerCase(Locale.ROOT))) {
                            exchange.getResponseHeaders().put(name, values);
                        }
                    });
            int length = answer.body().length;
            exchange.sendResponseHeaders(answer.statusCode(), length == 0 ? -1 : length);
            if (length > 0) {
                exchange.getResponseBody().write(answer.body());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        http.close();
    }
}

package holdfast.terraform;

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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Passes requests on to a server, and loses the answer to one of them: its client cannot know what was done. */
final class LossyProxy implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicReference<@Nullable String> losing = new AtomicReference<>();
    private final HttpServer server;
    private final int port;

    /** @param port of the server on loopback */
    LossyProxy(int port) {
        this.port = port;
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::pass);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** The answer to the next request with this method is lost, and the connection with it. */
    void loseTheAnswerTo(String method) {
        losing.set(method);
    }

    boolean hasLostIt() {
        return losing.get() == null;
    }

    private void pass(HttpExchange exchange) throws IOException {
        String method = exchange.getRequestMethod();
        try (exchange) {
            HttpResponse<byte[]> answer = answer(exchange);
            if (method.equals(losing.get()) && losing.getAndSet(null) != null) {
                throw new IOException("this answer is lost");
            }
            answer.headers()
                    .firstValue("Content-MD5")
                    .ifPresent(md5 -> exchange.getResponseHeaders().set("Content-MD5", md5));
            exchange.sendResponseHeaders(
                    answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpResponse<byte[]> answer(HttpExchange exchange)
            throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(
                                URI.create("http://127.0.0.1:" + port + exchange.getRequestURI()))
                        .method(
                                exchange.getRequestMethod(),
                                HttpRequest.BodyPublishers.ofByteArray(
                                        exchange.getRequestBody().readAllBytes()));
        String md5 = exchange.getRequestHeaders().getFirst("Content-MD5");
        if (md5 != null) {
            request.header("Content-MD5", md5);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        client.shutdownNow();
    }
}

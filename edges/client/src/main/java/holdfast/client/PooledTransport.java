package holdfast.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/** The JDK's client, with its pool of connections. */
final class PooledTransport implements Transport {
    private static final Duration CONNECTING_TAKES = Duration.ofSeconds(3);

    /** The client's own timeout goes first: it tells whether there was a connection. */
    private static final Duration MARGIN = Duration.ofMillis(100);

    private final HttpClient client;

    PooledTransport(Optional<SSLContext> tls) {
        HttpClient.Builder builder =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(CONNECTING_TAKES)
                        .followRedirects(HttpClient.Redirect.NEVER);
        tls.ifPresent(builder::sslContext);
        this.client = builder.build();
    }

    @Override
    public Answer send(Message message) throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(message.uri())
                        .timeout(message.timeout())
                        .method(
                                message.method(),
                                message.body()
                                        .map(HttpRequest.BodyPublishers::ofByteArray)
                                        .orElseGet(HttpRequest.BodyPublishers::noBody));
        message.headers().forEach(request::header);
        try {
            HttpResponse<byte[]> response = whole(request.build(), message.timeout());
            return new Answer(
                    response.statusCode(),
                    response.body(),
                    response.headers().firstValue("Retry-After"));
        } catch (ConnectException | HttpConnectTimeoutException e) {
            throw new NotSent("no connection to " + message.uri().getAuthority(), e);
        } catch (SSLException e) {
            Optional<String> trouble = TlsTrouble.of(e);
            if (trouble.isPresent()) {
                throw new NotSent(Connection.insecure(message.uri(), trouble.get()), e);
            }
            throw e;
        }
    }

    /** The client's own timeout ends with the headers: a server that stops in the middle of the rest would be waited for without end. */
    private HttpResponse<byte[]> whole(HttpRequest request, Duration within)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
        try {
            return answer.get(within.plus(MARGIN).toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new HttpTimeoutException("no whole answer in time");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IOException(e.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}

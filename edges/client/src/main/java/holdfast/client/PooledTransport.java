package holdfast.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;

/** The JDK's client, with its pool of connections. */
final class PooledTransport implements Transport {
    private static final Duration CONNECTING_TAKES = Duration.ofSeconds(3);

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
            HttpResponse<byte[]> response =
                    client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            return new Answer(
                    response.statusCode(),
                    response.body(),
                    response.headers().firstValue("Retry-After"));
        } catch (ConnectException | HttpConnectTimeoutException e) {
            throw new NotSent("no connection to " + message.uri().getAuthority(), e);
        } catch (SSLHandshakeException e) {
            throw new NotSent(
                    "no secure connection to "
                            + message.uri().getAuthority()
                            + ": "
                            + e.getMessage(),
                    e);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}

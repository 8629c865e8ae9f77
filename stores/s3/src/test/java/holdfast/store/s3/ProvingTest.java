package holdfast.store.s3;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import holdfast.store.StoreException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

/** A service that ignores conditions is not used. */
final class ProvingTest {
    @Test
    void aServiceThatIgnoresConditionsIsRefused() throws IOException {
        HttpServer careless =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        careless.createContext(
                "/",
                exchange -> {
                    exchange.getRequestBody().readAllBytes();
                    exchange.getResponseHeaders().set("ETag", "\"any\"");
                    boolean look = exchange.getRequestMethod().equals("HEAD");
                    exchange.sendResponseHeaders(look ? 404 : 200, -1);
                    exchange.close();
                });
        careless.start();
        try {
            var address =
                    S3Address.parse(
                            "s3://bucket?endpoint=http://127.0.0.1:"
                                    + careless.getAddress().getPort());

            assertThatThrownBy(() -> S3DocumentStore.open(address, Buckets.CREDENTIALS))
                    .isInstanceOf(StoreException.Incompatible.class)
                    .hasMessageContaining("ignores If-None-Match");
        } finally {
            careless.stop(0);
        }
    }
}

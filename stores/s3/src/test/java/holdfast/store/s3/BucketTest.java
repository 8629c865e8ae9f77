package holdfast.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What each write says to the service. */
final class BucketTest {
    private final List<Headers> asked = new ArrayList<>();
    private HttpServer service;

    @BeforeEach
    void start() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext(
                "/",
                exchange -> {
                    exchange.getRequestBody().readAllBytes();
                    asked.add(exchange.getRequestHeaders());
                    exchange.getResponseHeaders().set("ETag", "\"tag\"");
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });
        service.start();
    }

    @AfterEach
    void stop() {
        service.stop(0);
    }

    private Headers put(String settings, @Nullable String eTag) {
        var address =
                S3Address.parse(
                        "s3://company-state?endpoint=http://127.0.0.1:"
                                + service.getAddress().getPort()
                                + settings);
        try (Bucket bucket = Bucket.connect(address, Buckets.CREDENTIALS)) {
            bucket.put("state.json", eTag, new byte[] {'{', '}'}, Map.of());
        }
        return asked.get(asked.size() - 1);
    }

    @Test
    void aWriteNamesWhatItReplacesAndItsDigest() {
        assertThat(put("", null).getFirst("If-None-Match")).isEqualTo("*");
        Headers replacing = put("", "abc");
        assertThat(replacing.getFirst("If-Match")).isEqualTo("\"abc\"");
        assertThat(replacing.getFirst("If-None-Match")).isNull();
        assertThat(replacing.getFirst("Content-MD5")).isEqualTo("mZFLkyvTelC5g8XnyQrpOw==");
    }

    @Test
    void whatIsStoredIsEncryptedByTheServiceAsTheAddressSays() {
        String encryption = "x-amz-server-side-encryption";

        assertThat(put("", null).getFirst(encryption)).isNull();
        assertThat(put("&encryption=s3", null).getFirst(encryption)).isEqualTo("AES256");
        Headers kms = put("&kms-key=alias/states", null);
        assertThat(kms.getFirst(encryption)).isEqualTo("aws:kms");
        assertThat(kms.getFirst(encryption + "-aws-kms-key-id")).isEqualTo("alias/states");
    }
}

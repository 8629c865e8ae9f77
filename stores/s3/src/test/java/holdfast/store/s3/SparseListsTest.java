package holdfast.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import holdfast.store.DocumentKey;
import holdfast.store.StoreException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where much was removed, S3 may answer with pages on which nothing is, and which are not the last. */
final class SparseListsTest {
    private static final String PAGE =
            """
            <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>states</Name>%s</ListBucketResult>
            """;
    private static final String ONE =
            "<IsTruncated>false</IsTruncated><Contents><Key>stacks/one</Key></Contents>";

    /** More follows, and it is not said where. */
    private static final String UNTOLD =
            "<IsTruncated>true</IsTruncated><Contents><Key>tokenless/one</Key></Contents>";

    private static final String TWO =
            "<IsTruncated>false</IsTruncated><Contents><Key>tokenless/two</Key></Contents>";

    private HttpServer service;
    private S3Address address;

    @BeforeEach
    void start() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", SparseListsTest::answer);
        service.start();
        address =
                S3Address.parse(
                        "s3://states?endpoint=http://127.0.0.1:" + service.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        service.stop(0);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String query = String.valueOf(exchange.getRequestURI().getQuery());
        String page;
        if (query.contains("prefix=tokenless/")) {
            page = PAGE.formatted(query.contains("start-after=tokenless/one") ? TWO : UNTOLD);
        } else if (query.contains("prefix=nowhere/")) {
            page = PAGE.formatted("<IsTruncated>true</IsTruncated>");
        } else if (query.contains("continuation-token=second")) {
            page = PAGE.formatted(ONE);
        } else {
            String next = query.contains("continuation-token=first") ? "second" : "first";
            page =
                    PAGE.formatted(
                            "<IsTruncated>true</IsTruncated><NextContinuationToken>"
                                    + next
                                    + "</NextContinuationToken>");
        }
        byte[] body = page.strip().getBytes(StandardCharsets.UTF_8);
        boolean isLook = exchange.getRequestMethod().equals("HEAD");
        exchange.getResponseHeaders().set("Content-Type", "application/xml");
        exchange.sendResponseHeaders(200, isLook ? -1 : body.length);
        if (!isLook) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    @Test
    void theDocumentsBehindEmptyPagesAreListed() {
        try (var store = S3DocumentStore.open(address, Buckets.CREDENTIALS)) {
            assertThat(store.list("stacks/", null, 1))
                    .containsExactly(new DocumentKey("stacks/one"));
        }
    }

    @Test
    void aListThatGoesOnIsNotTakenForItsEndWhereTheServiceDoesNotSayWhereItGoesOn() {
        try (var store = S3DocumentStore.open(address, Buckets.CREDENTIALS)) {
            assertThat(store.list("tokenless/", null, 10))
                    .containsExactly(
                            new DocumentKey("tokenless/one"), new DocumentKey("tokenless/two"));
            assertThatThrownBy(() -> store.list("nowhere/", null, 10))
                    .isInstanceOf(StoreException.class);
        }
    }

    @Test
    void soIsWhatOthersKeepThere() {
        try (var reader = S3Reader.open(address, Buckets.CREDENTIALS)) {
            assertThat(reader.list("stacks/")).containsExactly("stacks/one");
        }
    }
}

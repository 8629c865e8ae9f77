package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a CI system says about its trace is told to the server, which puts its spans under it. */
final class TraceparentTest {
    private static final String SPAN = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private final List<Optional<String>> told = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    told.add(
                            Optional.ofNullable(
                                    exchange.getRequestHeaders().getFirst("traceparent")));
                    byte[] body = "{\"locks\": []}".getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /** What it makes of the answer does not matter here. */
    private void list(Map<String, String> environment) {
        int before = told.size();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();

        var _ = Main.run(environment, "locks", "list", "--server", url);

        assertThat(told).hasSizeGreaterThan(before);
    }

    @Test
    void theSpanOfTheEnvironmentGoesAlongWithEachRequest() {
        list(Map.of("TRACEPARENT", SPAN));

        assertThat(told).containsOnly(Optional.of(SPAN));
    }

    @Test
    void whereThereIsNoneOrItIsNoneNothingIsTold() {
        list(Map.of());
        list(Map.of("TRACEPARENT", ""));
        list(Map.of("TRACEPARENT", "00-0af7651916cd43dd8448eb211c80319c\r\nX-Evil: 1"));

        assertThat(told).containsOnly(Optional.empty());
    }
}

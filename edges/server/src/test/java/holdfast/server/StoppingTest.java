package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.store.memory.MemoryLockStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a server that is told to stop does with requests that are under way. */
@Timeout(60)
final class StoppingTest {
    private static final Duration SLACK = Duration.ofSeconds(5);

    private final MemoryLockStore store = MemoryLockStore.withSystemClock();
    private final LockEngine engine = LockEngine.open(store, EngineSettings.DEFAULT);
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answered = new CountDownLatch(1);
    private final HttpClient http = HttpClient.newHttpClient();
    private HoldfastServer server;
    private int port;

    @BeforeEach
    void start() {
        server = serve(Duration.ofSeconds(3));
        port = server.port();
    }

    private HoldfastServer serve(Duration stopWithin) {
        ServerSettings usual = ServerSettings.DEFAULT;
        return HoldfastServer.start(
                new HoldfastServer.Parts(
                        engine,
                        store,
                        Gate.OPEN,
                        Optional.empty(),
                        Witness.NONE,
                        List.of(new Page("/slow", "text/plain", this::slow)),
                        Beside.NOTHING),
                new ServerSettings(
                        "127.0.0.1", 0, usual.tls(), usual.limits(), usual.requests(), stopWithin));
    }

    private String slow() {
        asked.countDown();
        try {
            answered.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "done";
    }

    @AfterEach
    void stop() {
        answered.countDown();
        server.close();
        engine.close();
        store.close();
    }

    private CompletableFuture<HttpResponse<String>> ask() {
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/slow")).build();
        return http.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    private boolean isShut() {
        try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void aRequestThatIsUnderWayIsAnsweredBeforeTheServerEnds() throws Exception {
        CompletableFuture<HttpResponse<String>> answer = ask();
        asked.await();

        Thread stopping = Thread.ofVirtual().start(server::close);
        Conditions.await(this::isShut);
        answered.countDown();

        assertThat(answer.get(20, TimeUnit.SECONDS).body()).isEqualTo("done");
        assertThat(stopping.join(Duration.ofSeconds(20))).isTrue();
    }

    @Test
    void aRequestThatDoesNotEndIsCutOffInTime() throws Exception {
        CompletableFuture<HttpResponse<String>> answer = ask();
        asked.await();
        long began = System.nanoTime();

        server.close();

        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isLessThan(Duration.ofSeconds(3).plus(SLACK));
        assertThat(answer.handle((done, failure) -> true).get(20, TimeUnit.SECONDS)).isTrue();
    }
}

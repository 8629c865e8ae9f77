package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.store.memory.MemoryLockStore;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Services beside the API: what is large may take longer than a request, as long as it moves. */
@Timeout(60)
final class MountsTest {
    private static final Duration REQUEST_TIME = Duration.ofSeconds(2);
    private static final int LARGE = 64 * 1024 * 1024;

    private final MemoryLockStore store = MemoryLockStore.withSystemClock();
    private final LockEngine engine = LockEngine.open(store, EngineSettings.DEFAULT);
    private final HoldfastServer server = start();

    private HoldfastServer start() {
        var limits =
                new ServerLimits(
                        Duration.ofMillis(500),
                        10,
                        10,
                        10,
                        Duration.ofMillis(500),
                        2_000,
                        4_000,
                        100,
                        100,
                        REQUEST_TIME,
                        20_000);
        return HoldfastServer.start(
                new HoldfastServer.Parts(engine, store, Gate.OPEN),
                ServerSettings.DEFAULT.at("127.0.0.1", 0).with(limits),
                List.of(new Mount("/large", new Large(), LARGE)));
    }

    /** Takes anything, and gives much. */
    private static final class Large implements HttpService {
        @Override
        public void routing(HttpRules rules) {
            rules.post(
                            (request, response) -> {
                                try (InputStream in = request.content().inputStream()) {
                                    response.send(
                                            "took "
                                                    + in.transferTo(
                                                            OutputStream.nullOutputStream()));
                                }
                            })
                    .get((request, response) -> {
                        try (OutputStream out = response.outputStream()) {
                            out.write(new byte[LARGE]);
                        }
                    });
        }
    }

    @AfterEach
    void stop() {
        server.close();
        engine.close();
        store.close();
    }

    private Socket connect() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void aBodyThatTakesLongerThanARequestMayIsTakenWhileItMoves() throws IOException {
        long began = System.nanoTime();
        int part = MovingData.STEP;
        int parts = 12;
        try (Socket socket = connect()) {
            OutputStream out = socket.getOutputStream();
            out.write(
                    ascii(
                            "POST /large HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                                    + (long) part * parts
                                    + "\r\n\r\n"));
            for (int i = 0; i < parts; i++) {
                out.write(new byte[part]);
                out.flush();
                LockSupport.parkNanos(REQUEST_TIME.dividedBy(6).toNanos());
            }
            String answer =
                    new String(socket.getInputStream().readNBytes(15), StandardCharsets.US_ASCII);
            assertThat(answer).isEqualTo("HTTP/1.1 200 OK");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(REQUEST_TIME);
    }

    @Test
    void anAnswerThatTakesLongerThanARequestMayIsGivenWhileItIsRead() throws IOException {
        long began = System.nanoTime();
        long read = 0;
        try (Socket socket = connect()) {
            socket.getOutputStream().write(ascii("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n"));
            byte[] part = new byte[LARGE / 16];
            int count = part.length;
            while (read < LARGE && count > 0) {
                count = socket.getInputStream().readNBytes(part, 0, part.length);
                read += count;
                LockSupport.parkNanos(REQUEST_TIME.dividedBy(8).toNanos());
            }
        }
        assertThat(read).isGreaterThanOrEqualTo(LARGE);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(REQUEST_TIME);
    }

    @Test
    void aBodyThatComesByteByByteIsCutOffHereToo() throws IOException {
        try (Socket socket = connect()) {
            OutputStream out = socket.getOutputStream();
            out.write(
                    ascii(
                            "POST /large HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"));
            Conditions.await(() -> isCutOff(out));
        }
    }

    private static boolean isCutOff(OutputStream out) {
        try {
            out.write('x');
            out.flush();
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}

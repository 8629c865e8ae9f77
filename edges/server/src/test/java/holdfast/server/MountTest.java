package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.store.memory.MemoryLockStore;
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

/** What passes through a mount may take longer than a request of the API, as long as it moves. */
@Timeout(120)
final class MountTest {
    private static final Duration REQUEST_TIME = Duration.ofSeconds(1);
    private static final int PIECE = 1_500_000;
    private static final int PIECES = 6;

    private final MemoryLockStore store = MemoryLockStore.withSystemClock();
    private final LockEngine engine = LockEngine.open(store, EngineSettings.DEFAULT);
    private final HoldfastServer server =
            HoldfastServer.start(
                    new HoldfastServer.Parts(engine, store, Gate.OPEN),
                    ServerSettings.DEFAULT.at("127.0.0.1", 0).with(limits()),
                    List.of(new Mount("/large", large(), 100_000_000)));

    private static ServerLimits limits() {
        ServerLimits usual = ServerSettings.DEFAULT.limits();
        return new ServerLimits(
                Duration.ofMillis(500),
                usual.waitersMax(),
                usual.streamsMax(),
                Duration.ofMillis(500),
                usual.bodyMax(),
                usual.headersMax(),
                usual.connectionsMax(),
                REQUEST_TIME,
                usual.requestsPerSecond());
    }

    /** Takes what comes, and gives as much. */
    private static HttpService large() {
        return rules ->
                rules.post(
                                (request, response) -> {
                                    try (InputStream in = request.content().inputStream()) {
                                        long size = in.transferTo(OutputStream.nullOutputStream());
                                        response.send(Long.toString(size));
                                    }
                                })
                        .get((request, response) -> {
                            try (OutputStream out = response.outputStream()) {
                                for (int i = 0; i < PIECES; i++) {
                                    out.write(new byte[PIECE]);
                                }
                            }
                        });
    }

    @AfterEach
    void stop() {
        server.close();
        engine.close();
        store.close();
    }

    private Socket connect() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream()
                .write(text.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    /** The pace of a client, which is what is tried here. */
    private static void pause() {
        LockSupport.parkNanos(Duration.ofMillis(400).toNanos());
    }

    @Test
    void aLargeBodyThatComesSlowlyButMovesIsTakenWhole() throws IOException {
        try (Socket socket = connect()) {
            say(
                    socket,
                    "POST /large HTTP/1.1\nHost: localhost\nConnection: close\nContent-Length: %d\n\n"
                            .formatted(PIECE * PIECES));
            for (int i = 0; i < PIECES; i++) {
                socket.getOutputStream().write(new byte[PIECE]);
                pause();
            }

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 200")
                    .endsWith("\r\n" + PIECE * PIECES);
        }
    }

    @Test
    void aLargeBodyThatIsReadSlowlyIsGivenWhole() throws IOException {
        try (Socket socket = connect()) {
            say(socket, "GET /large HTTP/1.1\nHost: localhost\nConnection: close\n\n");
            long read = 0;
            var piece = new byte[PIECE];
            int taken;
            while ((taken = socket.getInputStream().readNBytes(piece, 0, PIECE)) > 0) {
                read += taken;
                pause();
            }

            assertThat(read).isGreaterThan((long) PIECE * PIECES);
        }
    }

    @Test
    void aBodyThatComesByteByByteIsCutOff() throws IOException {
        try (Socket socket = connect()) {
            say(socket, "POST /large HTTP/1.1\nHost: localhost\nContent-Length: 10000000\n\n");
            long began = System.nanoTime();
            boolean cut = false;
            while (!cut && System.nanoTime() - began < Duration.ofSeconds(20).toNanos()) {
                try {
                    socket.getOutputStream().write('x');
                    LockSupport.parkNanos(50_000_000);
                } catch (IOException e) {
                    cut = true;
                }
            }
            assertThat(cut).as("cut off").isTrue();
        }
    }
}

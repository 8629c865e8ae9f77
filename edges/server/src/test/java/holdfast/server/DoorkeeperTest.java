package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.store.memory.MemoryLockStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What pages of other sites have a browser send, to the routes and to a mount. */
@Timeout(60)
final class DoorkeeperTest {
    private static final String JSON = "Content-Type: application/json\r\n";

    private final MemoryLockStore store = MemoryLockStore.withSystemClock();
    private final AtomicInteger written = new AtomicInteger();
    private LockEngine engine;
    private HoldfastServer server;

    @BeforeEach
    void start() {
        engine = LockEngine.open(store, EngineSettings.DEFAULT);
        server = serve(Gate.OPEN);
    }

    private HoldfastServer serve(Gate gate) {
        var mount =
                new Mount(
                        "/mounted",
                        rules ->
                                rules.any((request, response) -> {
                                    written.incrementAndGet();
                                    response.send();
                                }),
                        1_000);
        return HoldfastServer.start(
                new HoldfastServer.Parts(engine, store, gate),
                ServerSettings.DEFAULT.at("127.0.0.1", 0),
                List.of(mount));
    }

    @AfterEach
    void stop() {
        server.close();
        engine.close();
        store.close();
    }

    /** The status of the answer. */
    private int ask(String line, String host, String headers) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            String text =
                    line
                            + " HTTP/1.1\r\nHost: "
                            + host.replace("PORT", Integer.toString(server.port()))
                            + "\r\nConnection: close\r\n"
                            + headers.replace("PORT", Integer.toString(server.port()))
                            + (line.startsWith("POST") ? "Content-Length: 2\r\n\r\n{}" : "\r\n");
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            socket.setSoTimeout(20_000);
            var answer =
                    new BufferedReader(
                            new InputStreamReader(
                                    socket.getInputStream(), StandardCharsets.ISO_8859_1));
            return Integer.parseInt(String.valueOf(answer.readLine()).split(" ", 3)[1]);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/mounted/x",
                "/%6dounted/x",
                "/mounted%2Fx",
                "//mounted/x",
                "/./mounted/x",
                "/x/../mounted/x",
                "/%2e/mounted/x",
                "/mounted;a=b/x"
            })
    void aMountIsNotAskedForWhatWouldBeFollowedByABody(String path) throws IOException {
        assertThat(ask("HEAD " + path, "localhost", "")).isBetween(400, 405);
        assertThat(written).hasValue(0);
    }

    @Test
    void whoIsToldWhatAPathAnswersToHearsOfHeadToo() throws IOException {
        assertThat(allowed("PUT /v1/locks")).isEqualTo("Allow: GET, HEAD, POST");
        assertThat(allowed("PUT /v1/locks/x/renew")).isEqualTo("Allow: POST");
    }

    private String allowed(String line) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            String text =
                    line
                            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                            + "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            socket.setSoTimeout(20_000);
            return new BufferedReader(
                            new InputStreamReader(
                                    socket.getInputStream(), StandardCharsets.ISO_8859_1))
                    .lines()
                    .filter(header -> header.startsWith("Allow:"))
                    .findFirst()
                    .orElse("");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Origin: https://evil.example\r\n",
                "Origin: null\r\n",
                "Origin: http://localhost:1\r\n",
                "Sec-Fetch-Site: cross-site\r\n",
                "Sec-Fetch-Site: same-site\r\n",
                "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n"
            })
    void aPageOfAnotherSiteWritesNothing(String headers) throws IOException {
        assertThat(ask("POST /mounted/prod", "localhost:PORT", JSON + headers)).isEqualTo(403);
        assertThat(ask("POST /v1/locks", "localhost:PORT", JSON + headers)).isEqualTo(403);
        assertThat(written).hasValue(0);
    }

    @Test
    void aFormWritesNothing() throws IOException {
        String form = "Content-Type: text/plain; charset=utf-8\r\n";

        assertThat(ask("POST /mounted/prod", "localhost:PORT", form)).isEqualTo(415);
        assertThat(written).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Origin: http://localhost:PORT\r\n",
                "Sec-Fetch-Site: same-origin\r\n",
                "Sec-Fetch-Site: none\r\n"
            })
    void ownPagesAndOtherProgramsAreServed(String headers) throws IOException {
        assertThat(ask("POST /mounted/prod", "localhost:PORT", JSON + headers)).isEqualTo(200);
        assertThat(ask("GET /v1/locks", "localhost:PORT", headers)).isEqualTo(200);
    }

    @Test
    void aLinkOnAnotherSiteMayBeFollowed() throws IOException {
        String followed = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n";

        assertThat(ask("GET /v1/locks", "localhost:PORT", followed)).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"evil.example:PORT", "localhost.evil.example", "127.0.0.1.evil.example:1"})
    void withoutAccessANameThatAnotherSiteGaveToThisMachineIsNone(String host) throws IOException {
        assertThat(ask("GET /mounted/prod", host, "")).isEqualTo(403);
        assertThat(ask("GET /v1/locks", host, "")).isEqualTo(403);
        assertThat(written).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost", "LOCALHOST:PORT", "127.0.0.1:PORT", "127.1.2.3", "[::1]:1"})
    void withoutAccessThisMachineIsServed(String host) throws IOException {
        assertThat(ask("GET /v1/locks", host, "")).isEqualTo(200);
    }

    @Test
    void withAccessAServerHasWhateverNameItsUsersKnow() throws IOException {
        server.close();
        server =
                serve(credential -> {
                    if (credential.authorization().isEmpty()) {
                        throw new Gate.Denied(Gate.Denied.Why.UNKNOWN, "who is it");
                    }
                    return new LocalCaller();
                });

        assertThat(ask("GET /v1/locks", "locks.example", "Authorization: Bearer x\r\n"))
                .isEqualTo(200);
    }
}

package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.ErrorCode;
import java.io.IOException;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes from outside and is not what it should be: a clear answer or a clean close, and others are served. */
@Timeout(120)
final class BadInputTest {
    private static final ServerLimits LIMITS =
            new ServerLimits(
                    Duration.ofMillis(500),
                    2,
                    2,
                    1,
                    Duration.ofMillis(500),
                    2_000,
                    4_000,
                    10_500,
                    10_500,
                    Duration.ofSeconds(2),
                    20_000);

    private final Served served = Served.start(LIMITS);

    @AfterEach
    void othersAreStillServed() {
        assertThat(served.acquire("other", "untouched", "").status()).isEqualTo(201);
        served.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "null",
                "\"shop\"",
                "{\"resource\":\"shop\"} trailing",
                "{\"resource\":\"shop\",\"resource\":\"mail\"}",
                "{\"resource\":7}",
                "{\"resource\":null}",
                "{\"resource\":\"shop\",\"lease_seconds\":\"60\"}",
                "{\"resource\":\"shop\",\"lease_seconds\":-1}",
                "{\"resource\":\"shop\",\"lease_seconds\":0.0001}",
                "{\"resource\":\"shop\",\"lease_seconds\":1e400}",
                "{\"resource\":\"shop\",\"lease_seconds\":99999999999}",
                "{\"resource\":\"shop\",\"wait_seconds\":99999999}",
                "{\"resource\":\"shop\",\"mode\":\"EXCLUSIVE\"}",
                "{\"resource\":\"shop\",\"priority\":3}",
                "{\"resource\":\"shop\",\"metadata\":{\"a\":1}}",
                "{\"resource\":\"shop\",\"metadata\":[]}",
                "{\"resource\":\"shop\",\"ownerr\":\"me\"}",
                "{\"resource\":\"shop\",\"under\":\"no lock\"}",
                "{\"resource\":\"shop\",\"smallest_token\":1.5}",
                "{\"resource\":\"a\\u0000b\"}",
                "{\"resource\":\"a\\ud800\"}",
                "{\"resource\":[[[[[[[[[[[[[[1]]]]]]]]]]]]]]}",
                "NaN"
            })
    void aBodyThatMakesNoSenseIsRefusedWithAReason(String body) {
        var answer = served.post("/v1/locks", body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).containsEntry("code", "INVALID_REQUEST");
        assertThat(answer.text("detail")).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/locks?limit=0",
                "/v1/locks?limit=x",
                "/v1/locks?limit=5&limit=6",
                "/v1/locks?colour=red",
                "/v1/locks?state=happy",
                "/v1/locks?cursor=%00",
                "/v1/locks?cursor=AAAA",
                "/v1/locks?resource=",
                "/v1/locks/nonsense",
                "/v1/requests/x",
                "/v1/requests?cursor=!!",
                "/v1/requests/%ff?resource=shop",
                "/v1/locks?resource=%ff",
                "/v1/history"
            })
    void aQueryThatMakesNoSenseIsRefusedWithAReason(String path) {
        var answer = served.get(path);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("detail")).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/v1",
                "/v1/",
                "/v1/lock",
                "/v1/locks/a/b/c",
                "/v1//locks",
                "/V1/locks"
            })
    void whereThereIsNothingThatIsSaid(String path) {
        assertThat(served.get(path).status()).isIn(400, 404);
    }

    @Test
    void aMethodThatIsNotAllowedIsRefusedWithThoseThatAre() {
        var answer = served.send("PUT", "/v1/locks", "{}");

        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("allow")).isEqualTo("GET, HEAD, POST");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/healthz", "/v1/locks", "/docs", "/v1/events", "/nothing", "/v1/locks?x=1"})
    void anAnswerToHeadHasNoBodyThatTheNextAnswerWouldBeginWith(String path) {
        String head = "HEAD " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        String get = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

        String[] answers = raw(head + get).split("\r\n\r\n", 2);

        assertThat(answers[0]).startsWith("HTTP/1.1 ").contains("Content-Length: ");
        assertThat(answers[1]).startsWith("HTTP/1.1 200").contains("\"alive\"");
    }

    @Test
    void whatMayBeGotHasAHead() {
        String head = raw("HEAD /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        assertThat(head).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n");
        assertThat(raw("HEAD /v1/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 405");
    }

    @Test
    void aBrowserThatIsSentToTheServerItselfFindsThePageForPeople() {
        String html = "Accept: text/html,*/*\r\n";
        String end = "Connection: close\r\n\r\n";

        assertThat(raw("GET / HTTP/1.1\r\nHost: localhost\r\n" + html + end))
                .startsWith("HTTP/1.1 303")
                .contains("Location: /docs");
        assertThat(served.get("/").text("detail")).contains("/docs", "/openapi.json");
    }

    @Test
    void noHeaderMakesOneMethodAnother() {
        String lock = served.holds("alice", "shop");

        var answer = served.get("/v1/locks/" + lock, "X-HTTP-Method-Override", "DELETE");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(served.get("/v1/locks/" + lock).text("state")).isEqualTo("acquired");
    }

    @Test
    void aConnectionIsClosedAfterTheAnswerIfTheCallerSaysSo() {
        long began = System.nanoTime();

        String answer =
                raw("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 200").contains("alive");
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(LIMITS.requestTime());
    }

    @Test
    void aFormOfAnotherSiteTakesNoLock() {
        String body = "resource=shop";
        String answer =
                raw(
                        "POST /v1/locks HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                                + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: "
                                + body.length()
                                + "\r\n\r\n"
                                + body);

        assertThat(answer).startsWith("HTTP/1.1 415").contains("INVALID_REQUEST");
    }

    @Test
    void invalidUtf8InABodyIsRefused() {
        byte[] body = "{\"resource\":\"sh?p\"}".getBytes(StandardCharsets.US_ASCII);
        body[body.length - 4] = (byte) 0xff;
        String head =
                "POST /v1/locks HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + "Content-Type: application/json\r\nContent-Length: "
                        + body.length
                        + "\r\n\r\n";

        assertThat(raw(head, body)).startsWith("HTTP/1.1 400").contains("UTF-8");
    }

    @Test
    void aBodyThatIsTooLargeIsRefusedHoweverItComes() {
        String large = "{\"reason\":\"" + "x".repeat(3_000) + "\"}";
        assertThat(served.post("/v1/locks", large).status()).isEqualTo(413);

        String chunk = "400\r\n" + "x".repeat(0x400) + "\r\n";
        String answer =
                raw(
                        "POST /v1/locks HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                                + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                                + chunk.repeat(3)
                                + "0\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 413");
    }

    @ParameterizedTest
    @ValueSource(ints = {3_000, 1_000_000, 5_000_000})
    void whoSendsTooMuchHearsWhyHoweverMuchItIs(int length) {
        String head =
                "POST /v1/locks HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + "Content-Type: application/json\r\nContent-Length: "
                        + length
                        + "\r\n\r\n";

        assertThat(raw(head, new byte[length]))
                .startsWith("HTTP/1.1 413")
                .contains("application/problem+json");
        Conditions.await(() -> served.errors().equals(List.of(ErrorCode.INVALID_REQUEST)));
    }

    @Test
    void whatIsRefusedBeforeAnyRouteIsAskedIsCountedToo() {
        String start = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n";
        raw(start + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n");
        raw(start + "Bad Header\r\n\r\n");
        raw(start + "Sec-Fetch-Site: cross-site\r\nConnection: close\r\n\r\n");

        assertThat(served.errors())
                .containsExactly(
                        ErrorCode.INVALID_REQUEST,
                        ErrorCode.INVALID_REQUEST,
                        ErrorCode.PERMISSION_DENIED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/healthz", "/readyz", "/metrics", "/openapi.json", "/docs"})
    void aParameterThatNobodyKnowsIsRefusedWhereThereAreNone(String path) {
        var answer = served.get(path + "?verbose=1");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("detail")).contains("'verbose'; this path takes none");
    }

    @Test
    void tooManyHeadersAreRefused() {
        String flood = "X-Flood: abcdefghijklmnopqrstuvwxyz\r\n".repeat(1_000);

        String answer = raw("GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + flood + "\r\n");

        assertThat(answer)
                .startsWith("HTTP/1.1 4")
                .contains("application/problem+json")
                .contains("the headers have more than 4000 bytes");
    }

    @Test
    void whatCannotBeReadIsToldInWords() {
        assertThat(raw("GET /healthz HTTP/1.1\r\nHost: localhost\r\nBad Header\r\n\r\n"))
                .contains("one of its headers is not as HTTP has it");
        String longAddress = "/v1/locks?resource=" + "x".repeat(20_000);
        assertThat(raw("GET " + longAddress + " HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 414")
                .contains("the address of the request is too long");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\r\n\r\n",
                "GET\r\n\r\n",
                "GET / HTTP/9.9\r\n\r\n",
                "\u0000\u0001\u0002\u0003\r\n\r\n",
                "GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                "GET /v1/locks HTTP/1.1\r\nHost: localhost\r\nBad Header\r\n\r\n",
                "POST /v1/locks HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
                "POST /v1/locks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999999999999999\r\n\r\n",
                "POST /v1/locks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
            })
    void whatIsNotHttpGetsAnErrorOrAClosedConnection(String bytes) {
        String answer = raw(bytes);

        assertThat(answer)
                .satisfiesAnyOf(
                        text -> assertThat(text).isEmpty(),
                        text -> assertThat(text).startsWith("HTTP/1.1 4"));
        assertThat(answer).doesNotContain("holdfast.server").doesNotContain("java.");
    }

    @Test
    void aRequestThatComesByteByByteIsCutOff() throws Exception {
        try (Socket socket = connect()) {
            var out = socket.getOutputStream();
            out.write(
                    "GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            long began = System.nanoTime();
            boolean cut = false;
            while (!cut && System.nanoTime() - began < Duration.ofSeconds(20).toNanos()) {
                try {
                    out.write('X');
                    out.flush();
                    cut =
                            socket.getInputStream().available() > 0
                                    && socket.getInputStream().read() == -1;
                    LockSupport.parkNanos(50_000_000);
                } catch (IOException e) {
                    cut = true;
                }
            }
            assertThat(cut).as("cut off").isTrue();
        }
    }

    @Test
    void aBodyThatComesByteByByteIsCutOff() throws Exception {
        try (Socket socket = connect()) {
            var out = socket.getOutputStream();
            out.write(
                    ("POST /v1/locks HTTP/1.1\r\nHost: localhost\r\n"
                                    + "Content-Type: application/json\r\nContent-Length: 1900\r\n\r\n{")
                            .getBytes(StandardCharsets.US_ASCII));
            Conditions.await(() -> isCutOff(out));
        }
    }

    private static boolean isCutOff(OutputStream out) {
        try {
            out.write(' ');
            out.flush();
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void whoReadsNoAnswersIsCutOff() throws Exception {
        for (int i = 0; i < 200; i++) {
            served.holds("alice", "shop-" + i);
        }
        byte[] ask =
                "GET /v1/locks?limit=1000 HTTP/1.1\r\nHost: localhost\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII);
        try (Socket socket = connect()) {
            // Until nothing more fits in between, neither here nor there.
            Thread asking = Thread.ofVirtual().start(() -> askUntilCutOff(socket, ask));
            assertThat(asking.join(Duration.ofSeconds(20))).as("cut off").isTrue();
        }
    }

    private static void askUntilCutOff(Socket socket, byte[] ask) {
        try {
            while (true) {
                socket.getOutputStream().write(ask);
            }
        } catch (IOException e) {
            // As it should be.
        }
    }

    @Test
    void aListenerThatReadsNothingIsCutOffAndItsPlaceIsFreeAgain() throws Exception {
        try (Socket socket = connect()) {
            socket.getOutputStream()
                    .write(
                            "GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
            Conditions.await(() -> served.server().listening() == 1);

            Conditions.await(() -> served.server().listening() == 0);
        }
    }

    @Test
    void aConnectionThatAsksNowAndThenIsKept() throws Exception {
        byte[] ask =
                "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII);
        long began = System.nanoTime();
        try (Socket socket = connect()) {
            while (System.nanoTime() - began < LIMITS.requestTime().multipliedBy(2).toNanos()) {
                socket.getOutputStream().write(ask);
                assertThat(socket.getInputStream().read()).isEqualTo('H');
                socket.getInputStream().skipNBytes(socket.getInputStream().available());
                LockSupport.parkNanos(LIMITS.requestTime().dividedBy(5).toNanos());
            }
        }
    }

    @Test
    void moreConnectionsThanTheLimitWaitUntilOthersAreGone() throws Exception {
        var few =
                new ServerLimits(
                        Duration.ofMillis(500),
                        2,
                        2,
                        1,
                        Duration.ofMillis(500),
                        2_000,
                        4_000,
                        2,
                        2,
                        Duration.ofSeconds(2),
                        20_000);
        try (Served crowded = Served.start(few);
                Socket one = connect(crowded);
                Socket two = connect(crowded)) {
            assertThat(one.isConnected() && two.isConnected()).isTrue();

            // Its turn comes when the silent ones are cut off.
            long began = System.nanoTime();
            assertThat(crowded.get("/healthz").status()).isEqualTo(200);

            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isGreaterThan(Duration.ofSeconds(1));
        }
    }

    @Test
    void whoAsksTooOftenIsToldToComeLater() {
        var slow =
                new ServerLimits(
                        Duration.ofMillis(500),
                        2,
                        2,
                        1,
                        Duration.ofMillis(500),
                        2_000,
                        4_000,
                        100,
                        100,
                        Duration.ofSeconds(2),
                        1);
        try (Served paced = Served.start(slow)) {
            String lock = paced.holds("alice", "shop");
            paced.get("/v1/locks");

            var answer = paced.get("/v1/locks");

            assertThat(answer.status()).isEqualTo(429);
            assertThat(answer.header("retry-after")).isEqualTo("1");
            assertThat(paced.post("/v1/locks/" + lock + "/renew", "{}").status()).isEqualTo(200);
            assertThat(paced.delete("/v1/locks/" + lock).status()).isEqualTo(200);
        }
    }

    @Test
    void moreWaitersThanTheLimitAreSentAway() {
        served.holds("alice", "shop");
        for (String owner : List.of("a", "b", "c")) {
            served.acquire(owner, "shop", "\"wait_seconds\":60,\"request_id\":\"" + owner + "\"");
        }
        var polls =
                List.of("a", "b", "c").stream()
                        .map(id ->
                                served.getLater(
                                        "/v1/requests/" + id + "?resource=shop",
                                        "Prefer",
                                        "wait=5"))
                        .toList();

        assertThat(polls.stream().map(poll -> poll.join().status()).sorted().toList())
                .containsExactly(202, 202, 429);
    }

    @Test
    void tenThousandSilentConnectionsKeepNobodyOut() throws Exception {
        try (var crowd = ManyConnections.start(served.server().port(), 10_000)) {
            crowd.awaitAll();

            assertThat(served.holds("alice", "shop")).startsWith("lock_");
        }
    }

    private Socket connect() throws IOException {
        return connect(served);
    }

    private static Socket connect(Served served) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), served.server().port());
        socket.setSoTimeout(10_000);
        return socket;
    }

    private String raw(String request) {
        return raw(request, new byte[0]);
    }

    /** What the server says until it closes the connection. */
    private String raw(String head, byte[] body) {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().write(body);
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
                "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n",
                "Transfer-Encoding: gzip, chunked\r\n",
                "Transfer-Encoding: identity, chunked\r\n",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                "Transfer-Encoding: xchunked\r\nContent-Length: 4\r\n",
                "Transfer-Encoding: identity\r\nContent-Length: 4\r\n",
                "Content-Length: 4\r\nContent-Length: 5\r\n",
                "Content-Length: +4\r\n",
                "Content-Length: 4, 4\r\n"
            })
    void aRequestWhoseEndTwoReadersCouldSeeAtTwoPlacesIsRefusedAndNothingMoreIsRead(String length) {
        String smuggled = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

        String answer =
                raw(
                        "POST /v1/locks HTTP/1.1\r\nHost: localhost\r\n"
                                + "Content-Type: application/json\r\n"
                                + length
                                + "\r\n0\r\n\r\n"
                                + smuggled);

        assertThat(answer).startsWith("HTTP/1.1 400").contains("INVALID_REQUEST");
        assertThat(answer.split("HTTP/1\\.1 ", -1)).as(answer).hasSize(2);
    }

    @Test
    void oneCallerMayNotTakeAllStreams() throws Exception {
        String ask = "GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n";
        try (Socket first = connect()) {
            first.getOutputStream().write(ask.getBytes(StandardCharsets.US_ASCII));
            Conditions.await(() -> served.server().listening() == 1);

            var second = served.get("/v1/events");

            assertThat(second.status()).isEqualTo(429);
            assertThat(second.text("detail")).contains("the limit of one caller");
        }
        Conditions.await(() -> served.server().listening() == 0);
    }
}

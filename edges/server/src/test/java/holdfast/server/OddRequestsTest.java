package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses, headers and bodies that are meant to be read in two ways: each is read in one, or refused as a problem. */
@Timeout(60)
final class OddRequestsTest {
    private final Served served = Served.start();

    @AfterEach
    void othersAreStillServed() {
        assertThat(served.acquire("other", "untouched", "").status()).isEqualTo(201);
        served.close();
    }

    /** As it is, byte by byte, until the server closes the connection. */
    private String raw(String request) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.server().port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private String get(String path, String... headers) {
        return raw(
                "GET "
                        + path
                        + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + String.join("", headers)
                        + "\r\n");
    }

    private String post(String body) {
        return raw(
                "POST /v1/locks HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + "Content-Type: application/json\r\nContent-Length: "
                        + body.length()
                        + "\r\n\r\n"
                        + body);
    }

    private static void requireProblem(String answer) {
        assertThat(answer)
                .containsPattern("^HTTP/1\\.1 4[0-9][0-9] ")
                .contains("application/problem+json")
                .contains("\"code\":\"INVALID_REQUEST\"")
                .doesNotContain("java.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//healthz",
                "/healthz/",
                "/v1//locks",
                "/./healthz",
                "/v1/../healthz",
                "/v1/%2e%2e/healthz",
                "/v1/%2E%2e/healthz",
                "/v1/.%2e/healthz",
                "/v1/locks/%2e",
                "/v1%2flocks",
                "/v1/locks/..%2f..%2fhealthz",
                "/v1/locks/%00",
                "/healthz%00",
                "/healthz%00.json",
                "/v1/locks/%c0%ae%c0%ae",
                "/v1/locks/%ed%a0%80",
                "/v1/locks/\u00ff",
                "/v1/locks/%ff",
                "/v1/locks/%u0041",
                "/v1/locks/%4",
                "/v1/locks?resource=%c3%28",
                "/v1/locks?resource=\u00ff",
                "/v1/locks?resource=a%00b",
                "/v1/locks?%ff=1",
                "/v1\\locks",
                "/v1/requests/a%2fb",
                "/etc/passwd",
                "/%2e%2e/%2e%2e/etc/passwd",
                "/terraform"
            })
    void anAddressThatPlaysTricksLeadsNowhere(String path) {
        requireProblem(get(path));
    }

    /** Twice encoded is once decoded: a name with a percent sign, and nothing else. */
    @Test
    void whatIsEncodedTwiceIsDecodedOnce() {
        assertThat(get("/v1/requests/%252e%252e?resource=shop"))
                .startsWith("HTTP/1.1 40")
                .doesNotContain("'..'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-HTTP-Method-Override",
                "X-HTTP-Method",
                "X-Method-Override",
                "X-Original-URL",
                "X-Rewrite-URL",
                "X-Forwarded-Prefix"
            })
    void noHeaderMakesARequestAnother(String header) {
        String lock = served.holds("alice", "shop");
        String value = header.contains("Method") ? "DELETE" : "/v1/nothing";

        assertThat(served.get("/v1/locks/" + lock, header, value).text("lock_id")).isEqualTo(lock);
        assertThat(served.post("/v1/locks/" + lock + "/renew", "{}", header, value).status())
                .isEqualTo(200);
        assertThat(served.get("/v1/locks/" + lock).text("state")).isEqualTo("acquired");
    }

    @Test
    void noParameterMakesOneMethodAnother() {
        String lock = served.holds("alice", "shop");

        assertThat(served.get("/v1/locks/" + lock + "?_method=DELETE").status()).isEqualTo(400);
        assertThat(served.get("/v1/locks/" + lock).text("state")).isEqualTo("acquired");
    }

    @Test
    void aFloodOfHeadersIsRefusedHoweverItIsMadeUp() {
        var many = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            many.append("X-").append(i).append(": 1\r\n");
        }
        for (String flood :
                List.of(
                        many.toString(),
                        "X-Long: " + "x".repeat(100_000) + "\r\n",
                        "X-" + "n".repeat(100_000) + ": 1\r\n",
                        "X-Same: 1\r\n".repeat(5_000))) {
            requireProblem(get("/healthz", flood));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Nul: a\u0000b\r\n", "X Space: 1\r\n", "X-Cr: a\rb\r\n"})
    void aHeaderThatIsNoneIsRefused(String header) {
        requireProblem(get("/healthz", header));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"resource\":\"shop\",\"lease_seconds\":1e999999999}",
                "{\"resource\":\"shop\",\"lease_seconds\":1e-999999999}",
                "{\"resource\":\"shop\",\"wait_seconds\":1E+2147483648}",
                "{\"resource\":\"shop\",\"smallest_token\":9223372036854775808}",
                "{\"resource\":\"shop\",\"smallest_token\":1e18446744073709551616}",
                "{\"resource\":\"shop\",\"smallest_token\":-9223372036854775809}",
                "{\"resource\":\"shop\",\"lease_seconds\":0x10}",
                "{\"resource\":\"shop\",\"lease_seconds\":Infinity}",
                "{\"resource\":\"shop\",\"metadata\":{\"a\":\"1\",\"a\":\"2\"}}",
                "{\"resource\":\"shop\",\"\\u0072esource\":\"mail\"}",
                "{\"resource\":\"\u00c0\u00af\"}",
                "{\"resource\":\"\u00ed\u00a0\u0080\"}",
                "\u00ef\u00bb\u00bf{\"resource\":\"shop\"}"
            })
    void aBodyThatPlaysTricksIsRefused(String body) {
        requireProblem(post(body));
    }

    @Test
    void numbersOfManyDigitsAreRefusedAtOnce() {
        requireProblem(
                post("{\"resource\":\"shop\",\"lease_seconds\":" + "9".repeat(200_000) + "}"));
        requireProblem(
                post("{\"resource\":\"shop\",\"lease_seconds\":0." + "0".repeat(200_000) + "1}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":"})
    void aBodyThatIsNestedDeepIsRefused(String opening) {
        int times = 200_000 / opening.length();

        requireProblem(post("{\"metadata\":" + opening.repeat(times)));
        requireProblem(post(opening.repeat(times)));
    }
}

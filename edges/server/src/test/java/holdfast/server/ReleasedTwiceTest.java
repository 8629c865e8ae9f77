package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A release whose answer was lost is repeated, and answered as it was, with or without a key. */
@Timeout(60)
final class ReleasedTwiceTest {
    private static final String HERE = "?resource=shop";

    private final Served served = Served.start();
    private final Served other = served.beside();
    private String lock = "";

    @BeforeEach
    void lock() {
        lock = served.acquire("alice", "shop", "\"request_id\":\"one\"").text("lock_id");
    }

    @AfterEach
    void stop() {
        other.close();
        served.close();
    }

    private String path() {
        return "/v1/locks/" + lock;
    }

    @Test
    void itsResourceIsEnoughForTheSameAnswerFromAnyServer() {
        var first = served.delete(path() + HERE);

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.text("state")).isEqualTo("released");
        assertThat(first.text("claims_left")).isEqualTo("0");
        assertThat(served.delete(path() + HERE).body()).isEqualTo(first.body());
        assertThat(other.delete(path() + HERE).body()).isEqualTo(first.body());
    }

    @Test
    void itsRequestIdIsEnoughToo() {
        var first = served.delete(path() + HERE + "&request_id=one");

        var second = other.delete(path() + HERE + "&request_id=one");

        assertThat(first.status()).isEqualTo(200);
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.body()).isEqualTo(first.body());
    }

    @Test
    void whoGaveBackOneOfTwoClaimsDoesNotGiveBackTheOtherByRepeatingIt() {
        served.acquire("alice", "shop", "\"request_id\":\"two\",\"under\":\"" + lock + "\"");

        var first = served.delete(path() + HERE + "&request_id=two");
        var second = served.delete(path() + HERE + "&request_id=two");
        var third = other.delete(path() + HERE + "&request_id=two");

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.text("claims_left")).isEqualTo("1");
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(third.body()).isEqualTo(first.body());
        assertThat(served.get(path()).text("state")).isEqualTo("acquired");
    }

    @Test
    void whoHoldsItByThenKeepsIt() {
        var first = served.delete(path() + HERE);
        String next = served.holds("bob", "shop");

        assertThat(other.delete(path() + HERE).body()).isEqualTo(first.body());
        assertThat(served.get("/v1/locks/" + next).text("owner")).isEqualTo("bob");
    }

    @Test
    void whoHungUpBeforeTheAnswerHearsItWhenItComesBack() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.server().port())) {
            String request =
                    "DELETE "
                            + path()
                            + " HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: k1\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            Conditions.await(() -> served.get("/v1/locks").list("locks").isEmpty());
        }

        var again = other.send("DELETE", path(), null, "Idempotency-Key", "k1");

        assertThat(again.status()).isEqualTo(200);
        assertThat(again.text("state")).isEqualTo("released");
        assertThat(again.text("claims_left")).isEqualTo("0");
    }

    @Test
    void whatWasTakenAwayIsNotToldAsGivenBack() {
        served.post(path() + "/force-unlock", "{\"reason\":\"died\"}");

        assertThat(served.delete(path() + HERE).status()).isEqualTo(410);
        assertThat(other.delete(path() + HERE).status()).isEqualTo(410);
    }
}

package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.rulebook.Limits;
import holdfast.rulebook.Rules;
import holdfast.store.memory.MemoryLockStore;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waiting in line over HTTP. */
@Timeout(30)
final class WaitingOverHttpTest {
    private static final String PATIENT = "wait=25";

    private final Served served = Served.start();

    @AfterEach
    void stop() {
        served.close();
    }

    private Served.Answer queue(String owner, String request) {
        return served.acquire(
                owner, "shop", "\"wait_seconds\":60,\"request_id\":\"" + request + "\"");
    }

    @Test
    void whoHasToWaitIsToldItsPosition() {
        served.holds("alice", "shop");

        assertThat(queue("bob", "bobs").body())
                .containsEntry("state", "waiting")
                .containsEntry("position", BigDecimal.valueOf(1));
        var answer = queue("carol", "carols");

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.body()).containsEntry("position", BigDecimal.valueOf(2));
        assertThat(answer.list("holders").getFirst()).containsEntry("owner", "alice");
        assertThat(served.get("/v1/requests").list("requests"))
                .extracting(request -> request.get("request_id"))
                .containsExactly("bobs", "carols");
    }

    @Test
    void whoWaitsForWhatIsFrozenIsToldTheFreeze() {
        served.post(
                "/v1/freezes",
                "{\"prefix\":\"shop\",\"reason\":\"sale\",\"duration_seconds\":3600}");

        var answer = queue("bob", "bobs");

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.list("holders")).isEmpty();
        assertThat(answer.object("freeze"))
                .containsEntry("prefix", "shop")
                .containsEntry("reason", "sale");
    }

    @Test
    void aReleaseAnswersTheNextInLineWithAnOfferThatARenewalConfirms() throws Exception {
        String lock = served.holds("alice", "shop");
        queue("bob", "bobs");
        CompletableFuture<Served.Answer> poll =
                served.getLater("/v1/requests/bobs?resource=shop", "Prefer", PATIENT);

        served.delete("/v1/locks/" + lock);

        var offered = poll.get(10, TimeUnit.SECONDS);
        assertThat(offered.status()).isEqualTo(200);
        assertThat(offered.body())
                .containsEntry("confirmed", false)
                .containsEntry("state", "pending");
        var renewed = served.post("/v1/locks/" + offered.text("lock_id") + "/renew", "{}");
        assertThat(renewed.body())
                .containsEntry("confirmed", true)
                .containsEntry("state", "acquired");
    }

    @Test
    void whoeverServesTheReleaseAndWhoeverTheWaiterTheOfferArrives() throws Exception {
        String lock = served.holds("alice", "shop");
        queue("bob", "bobs");
        try (Served other = served.beside()) {
            CompletableFuture<Served.Answer> poll =
                    other.getLater("/v1/requests/bobs?resource=shop", "Prefer", PATIENT);

            served.delete("/v1/locks/" + lock);

            assertThat(poll.get(5, TimeUnit.SECONDS).body()).containsEntry("owner", "bob");
        }
    }

    @Test
    void aWaitThatIsCancelledIsAnsweredAtOnce() throws Exception {
        served.holds("alice", "shop");
        queue("bob", "bobs");
        CompletableFuture<Served.Answer> poll =
                served.getLater("/v1/requests/bobs?resource=shop", "Prefer", PATIENT);

        assertThat(served.delete("/v1/requests/bobs?resource=shop&reason=not+needed").status())
                .isEqualTo(200);

        var answer = poll.get(10, TimeUnit.SECONDS);
        assertThat(answer.status()).isEqualTo(410);
        assertThat(answer.text("code")).isEqualTo("CANCELLED");
        assertThat(answer.text("detail")).contains("not needed");
    }

    @Test
    void anAnswerThatWaitsComesWithAnAcquireToo() throws Exception {
        String lock = served.holds("alice", "shop");
        CompletableFuture<Served.Answer> bob =
                CompletableFuture.supplyAsync(() ->
                        served.acquire("bob", "shop", "\"wait_seconds\":60", "Prefer", PATIENT));
        Conditions.await(() -> !served.get("/v1/requests").list("requests").isEmpty());

        served.delete("/v1/locks/" + lock);

        assertThat(bob.get(10, TimeUnit.SECONDS).status()).isEqualTo(201);
    }

    @Test
    void aStoppingServerLetsItsWaitersGoWithTheirPlaces() throws Exception {
        served.holds("alice", "shop");
        try (Served other = served.beside()) {
            other.acquire("bob", "shop", "\"wait_seconds\":60,\"request_id\":\"bobs\"");
            CompletableFuture<Served.Answer> poll =
                    other.getLater("/v1/requests/bobs?resource=shop", "Prefer", PATIENT);
            Conditions.await(() -> other.server().waiting() == 1);

            other.server().close();

            var answer = poll.get(10, TimeUnit.SECONDS);
            assertThat(answer.status()).isEqualTo(202);
            assertThat(answer.header("retry-after")).isEqualTo("0");
        }
        assertThat(served.get("/v1/requests/bobs?resource=shop").status()).isEqualTo(202);
    }

    @Test
    void whatIsOfferedToAWaiterWhoseConnectionIsGoneFallsToTheNext() throws Exception {
        var rules =
                new Rules(
                        Duration.ofMinutes(10),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(30),
                        Limits.DEFAULT,
                        List.of());
        var usual = EngineSettings.DEFAULT;
        var soon =
                new EngineSettings(
                        rules,
                        usual.heartbeat(),
                        Duration.ofSeconds(1),
                        usual.staleAfter(),
                        usual.victimPolicy(),
                        usual.deadlockScan(),
                        usual.sweep(),
                        usual.commitAttemptsMax());
        try (Served other = Served.start(MemoryLockStore.withSystemClock(), soon)) {
            String lock = other.holds("alice", "shop");
            try (Socket bob = new Socket(InetAddress.getLoopbackAddress(), other.server().port())) {
                bob.getOutputStream()
                        .write(
                                ("POST /v1/locks HTTP/1.1\r\nHost: localhost\r\nPrefer: wait=25\r\n"
                                                + "Content-Type: application/json\r\nContent-Length: 66\r\n\r\n"
                                                + "{\"resource\":\"shop\",\"owner\":\"bob\",\"wait_seconds\":60,"
                                                + "\"owner_id\":\"b\"}")
                                        .getBytes(StandardCharsets.US_ASCII));
                Conditions.await(() -> other.server().waiting() == 1);
            }
            other.acquire("carol", "shop", "\"wait_seconds\":60,\"request_id\":\"carols\"");
            CompletableFuture<Served.Answer> carol =
                    other.getLater("/v1/requests/carols?resource=shop", "Prefer", PATIENT);

            other.delete("/v1/locks/" + lock);

            assertThat(carol.get(20, TimeUnit.SECONDS).text("owner")).isEqualTo("carol");
        }
    }

    @Test
    void ofARequestThatNeverCameNothingIsKnown() {
        var answer = served.get("/v1/requests/never?resource=shop");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text("code")).isEqualTo("LOCK_NOT_FOUND");
    }
}

package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens when as many answers wait as may. */
@Timeout(60)
final class WaitersLimitTest {
    private static final String PATIENT = "wait=20";

    private final Served served = Served.start(limits(1));
    private final List<CompletableFuture<Served.Answer>> waiting = new ArrayList<>();

    private static ServerLimits limits(int waiters) {
        return new ServerLimits(
                Duration.ofSeconds(20),
                waiters,
                2,
                1,
                Duration.ofSeconds(20),
                2_000,
                4_000,
                100,
                100,
                Duration.ofSeconds(30),
                20_000);
    }

    @AfterEach
    void stop() {
        served.close();
    }

    private void fill() {
        served.holds("alice", "shop");
        served.acquire("bob", "shop", "\"wait_seconds\":60,\"request_id\":\"bobs\"");
        waiting.add(served.getLater("/v1/requests/bobs?resource=shop", "Prefer", PATIENT));
        Conditions.await(() -> served.server().waiting() == 1);
    }

    private List<Object> requests() {
        return new ArrayList<>(
                served.get("/v1/requests?resource=shop").list("requests").stream()
                        .map(request -> request.get("request_id"))
                        .toList());
    }

    @Test
    void whoIsSentAwayHasLeftNoPlaceInLine() {
        fill();

        var answer =
                served.acquire(
                        "carol",
                        "shop",
                        "\"wait_seconds\":60,\"request_id\":\"carols\"",
                        "Prefer",
                        PATIENT);

        assertThat(answer.status()).isEqualTo(429);
        assertThat(requests()).containsExactly("bobs");
    }

    @Test
    void whoDoesNotWaitForItsAnswerGetsItsPlaceAllTheSame() {
        fill();

        var answer =
                served.acquire("carol", "shop", "\"wait_seconds\":60,\"request_id\":\"carols\"");

        assertThat(answer.status()).isEqualTo(202);
        assertThat(requests()).containsExactly("bobs", "carols");
        assertThat(served.get("/v1/requests/carols?resource=shop").status()).isEqualTo(202);
    }

    @Test
    void aLockOnEverythingIsNotHeldByWhoIsSentAway() {
        fill();

        var answer =
                served.acquire(
                        "root",
                        "atlantis:global",
                        "\"wait_seconds\":60,\"request_id\":\"all\"",
                        "Prefer",
                        PATIENT);

        assertThat(answer.status()).isEqualTo(429);
        assertThat(served.get("/v1/locks").list("locks"))
                .extracting(lock -> lock.get("owner"))
                .containsExactly("alice");
    }

    @Test
    void oneCallerLeavesRoomForOthers() {
        Gate byName = credential -> new RightsTest.Named(credential.authorization().orElse(""));
        ServerSettings settings = ServerSettings.DEFAULT.at("127.0.0.1", 0).with(limits(3));
        try (Served others = Served.start(settings, byName)) {
            others.acquire("a", "shop", "", "Authorization", "alice");
            for (String id : List.of("r1", "r2", "r3")) {
                String wait = "\"wait_seconds\":60,\"request_id\":\"" + id + "\"";
                others.acquire(id, "shop", wait, "Authorization", "bob");
            }
            for (String id : List.of("r1", "r2")) {
                waiting.add(
                        others.getLater(
                                "/v1/requests/" + id + "?resource=shop",
                                "Prefer",
                                PATIENT,
                                "Authorization",
                                "bob"));
            }
            Conditions.await(() -> others.server().waiting() == 2);

            var third =
                    others.get(
                            "/v1/requests/r3?resource=shop",
                            "Prefer",
                            PATIENT,
                            "Authorization",
                            "bob");

            assertThat(third.status()).isEqualTo(429);
            assertThat(third.text("detail")).contains("the limit of one caller");
        }
    }
}

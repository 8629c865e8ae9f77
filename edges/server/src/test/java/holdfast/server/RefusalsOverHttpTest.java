package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.rulebook.Limits;
import holdfast.rulebook.Rules;
import holdfast.store.memory.MemoryLockStore;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every refusal of a lock says what was asked for, who has it, and how long its lease still runs. */
@Timeout(60)
final class RefusalsOverHttpTest {
    private final Served served = served(Duration.ofMinutes(10));

    private static Served served(Duration queueTimeMax) {
        var limits =
                new Limits(1, 256, queueTimeMax, Duration.ofMillis(100), Duration.ofHours(24), 64);
        return Served.start(
                MemoryLockStore.withSystemClock(),
                EngineSettings.DEFAULT.withRules(
                        new Rules(
                                Duration.ofMinutes(10),
                                Duration.ofSeconds(25),
                                Duration.ofSeconds(30),
                                limits,
                                List.of())));
    }

    @AfterEach
    void stop() {
        served.close();
    }

    private static void names(Served.Answer answer, String resource, String holder) {
        assertThat(answer.body())
                .containsEntry("resource", resource)
                .containsEntry("holder", holder)
                .containsKeys("what_to_do", "detail", "holders");
        assertThat((BigDecimal) answer.body().get("lease_left_seconds"))
                .isBetween(new BigDecimal("1"), new BigDecimal("60"));
    }

    @Test
    void aFullQueue() {
        served.holds("alice", "shop");
        served.acquire("bob", "shop", "\"wait_seconds\":60");

        var answer = served.acquire("carol", "shop", "\"wait_seconds\":60");

        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.text("code")).isEqualTo("QUEUE_FULL");
        assertThat(answer.header("retry-after")).isNotEmpty();
        names(answer, "shop", "alice");
    }

    @Test
    void aWaitThatWasTooLong() {
        try (Served hasty = served(Duration.ofSeconds(1))) {
            hasty.holds("alice", "shop");
            hasty.acquire("bob", "shop", "\"wait_seconds\":1,\"request_id\":\"bobs\"");

            var answers = new ArrayList<Served.Answer>();
            Conditions.await(() -> {
                answers.add(hasty.get("/v1/requests/bobs?resource=shop"));
                return answers.getLast().status() != 202;
            });

            assertThat(answers.getLast().status()).isEqualTo(409);
            assertThat(answers.getLast().text("code")).isEqualTo("TIMEOUT");
            names(answers.getLast(), "shop", "alice");
        }
    }

    @Test
    void aWaitForTheEndOfAFreezeThatWasTooLong() {
        try (Served hasty = served(Duration.ofSeconds(1))) {
            hasty.post(
                    "/v1/freezes",
                    "{\"prefix\":\"shop\",\"reason\":\"sale\",\"duration_seconds\":600}");
            hasty.acquire("bob", "shop", "\"wait_seconds\":1,\"request_id\":\"bobs\"");

            var answers = new ArrayList<Served.Answer>();
            Conditions.await(() -> {
                answers.add(hasty.get("/v1/requests/bobs?resource=shop"));
                return answers.getLast().status() != 202;
            });

            assertThat(answers.getLast().text("code")).isEqualTo("TIMEOUT");
            assertThat(answers.getLast().text("detail")).contains("It is frozen by", ": sale.");
            assertThat(answers.getLast().body().get("freeze")).asString().contains("sale", "until");
        }
    }

    @Test
    void aCircle() {
        served.holds("alice", "shop");
        served.holds("bob", "mail");
        served.acquire("alice", "mail", "\"wait_seconds\":60");

        var answer = served.acquire("bob", "shop", "\"wait_seconds\":60");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.text("code")).isEqualTo("DEADLOCK");
        names(answer, "shop", "alice");
    }

    @Test
    void aFreeze() {
        served.holds("alice", "shop//web");
        served.post(
                "/v1/freezes",
                "{\"prefix\":\"shop\",\"reason\":\"sale\",\"duration_seconds\":600}");

        var answer = served.acquire("bob", "shop", "\"when_frozen\":\"refuse\"");

        assertThat(answer.status()).isEqualTo(423);
        assertThat(answer.text("code")).isEqualTo("FROZEN");
        names(answer, "shop", "alice");
    }
}

package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.engine.RemoteCallers;
import holdfast.model.ForceUnlockRequest;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Quarantine;
import holdfast.model.RenewOutcome;
import holdfast.model.keys.Keys;
import holdfast.store.LockStore;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryLockStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The lock on everything, taken over HTTP. */
@Timeout(60)
final class EverythingOverHttpTest {
    private static final String EVERYTHING = "atlantis:global";
    private static final String WAITING = "\"wait_seconds\":60,\"request_id\":\"all\"";
    private static final String POLL = "/v1/requests/all?resource=" + EVERYTHING;

    private final Served served = Served.start();

    @AfterEach
    void stop() {
        served.close();
    }

    private int freezes() {
        return served.get("/v1/freezes").list("freezes").size();
    }

    @Test
    void whoHasItHasEverythingAndOthersGetNothingUntilItIsGivenBack() {
        var lock = served.acquire("root", EVERYTHING, "");
        assertThat(lock.status()).as(lock.body().toString()).isEqualTo(201);

        var other = served.acquire("alice", "shop", "\"when_frozen\":\"refuse\"");
        assertThat(other.status()).isEqualTo(423);
        assertThat(other.text("code")).isEqualTo("FROZEN");
        assertThat(served.acquire("root", "shop", "").status()).isEqualTo(201);
        assertThat(served.acquire("second", EVERYTHING, "\"when_frozen\":\"refuse\"").status())
                .isIn(409, 423);

        assertThat(served.delete("/v1/locks/" + lock.text("lock_id")).status()).isEqualTo(200);
        assertThat(freezes()).isZero();
        assertThat(served.acquire("alice", "mail", "").status()).isEqualTo(201);
    }

    @Test
    void whoDoesNotWaitIsRefusedWhileAnotherHoldsAnythingAndLeavesNothingBehind() {
        served.holds("alice", "shop");

        var refused = served.acquire("root", EVERYTHING, "");

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("holder")).isEqualTo("alice");
        assertThat(freezes()).isZero();
        assertThat(served.acquire("bob", "mail", "").status()).isEqualTo(201);
    }

    @Test
    void whoWaitsGetsItFromAnyServerWhenTheLastOtherLockIsGone() {
        String shop = served.holds("alice", "shop");
        try (Served beside = served.beside()) {
            var waits = served.acquire("root", EVERYTHING, WAITING);
            assertThat(waits.status()).isEqualTo(202);
            assertThat(waits.list("holders")).hasSize(1);
            assertThat(beside.acquire("bob", "mail", "\"when_frozen\":\"refuse\"").status())
                    .isEqualTo(423);
            var poll = beside.getLater(POLL, "Prefer", "wait=20");

            served.delete("/v1/locks/" + shop);

            var granted = poll.join();
            assertThat(granted.status()).as(granted.body().toString()).isEqualTo(200);
            assertThat(granted.body()).containsEntry("confirmed", true);
            String lock = "/v1/locks/" + granted.text("lock_id");
            assertThat(beside.post(lock + "/renew", "{}").status()).isEqualTo(200);
            assertThat(beside.delete(lock).status()).isEqualTo(200);
            assertThat(freezes()).isZero();
        }
    }

    @Test
    void theSecondGetsItAfterTheFirstByAskingAgain() {
        String first = served.holds("root", EVERYTHING);
        assertThat(served.acquire("second", EVERYTHING, WAITING).status()).isEqualTo(202);

        assertThat(served.delete("/v1/locks/" + first).status()).isEqualTo(200);

        Conditions.await(() -> served.get(POLL, "Prefer", "wait=1").status() == 200);
        assertThat(served.get(POLL).text("owner")).isEqualTo("second");
        assertThat(freezes()).isEqualTo(1);
    }

    @Test
    void whoGivesUpWhileOthersHoldSomethingLeavesNothingBehind() {
        served.holds("alice", "shop");
        assertThat(served.acquire("root", EVERYTHING, WAITING).status()).isEqualTo(202);

        assertThat(served.delete(POLL).status()).isEqualTo(200);

        assertThat(freezes()).isZero();
        assertThat(served.acquire("bob", "mail", "").status()).isEqualTo(201);
    }

    @Test
    void itIsNotHandedOverAndStaysWithItsFreeze() {
        String lock = served.holds("root", EVERYTHING);

        var refused =
                served.post(
                        "/v1/locks/" + lock + "/transfer",
                        "{\"owner\":\"second\",\"owner_id\":\"run-of-second\"}");

        assertThat(refused.status()).as(refused.body().toString()).isEqualTo(400);
        assertThat(refused.text("detail")).contains("cannot be handed over").contains("release it");
        assertThat(served.get("/v1/locks/" + lock).text("owner")).isEqualTo("root");
        assertThat(served.acquire("second", "shop", "\"when_frozen\":\"refuse\"").status())
                .isEqualTo(423);
        assertThat(served.post("/v1/locks/" + lock + "/renew", "{}").status()).isEqualTo(200);
        assertThat(freezes()).isEqualTo(1);
    }

    @Test
    void itIsTakenAwayByForceWithItsFreeze() {
        String lock = served.holds("root", EVERYTHING);

        var forced =
                served.post(
                        "/v1/locks/" + lock + "/force-unlock",
                        "{\"reason\":\"gone\",\"quarantine_seconds\":0}");

        assertThat(forced.status()).isEqualTo(200);
        assertThat(freezes()).isZero();
        var renewed =
                served.post(
                        "/v1/locks/renew",
                        "{\"locks\":[{\"resource\":\"atlantis:global\",\"lock_id\":\""
                                + lock
                                + "\"}]}");
        assertThat(renewed.list("locks").getFirst())
                .containsEntry("ending", "forced")
                .containsEntry("ended_by", "local")
                .containsEntry("ended_reason", "gone")
                .containsKey("ended_at");
    }

    private String pendingLock() {
        return served.get("/v1/locks?resource=" + EVERYTHING).list("locks").stream()
                .map(lock -> String.valueOf(lock.get("lock_id")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aLongerLeaseFreezesForAsLong() {
        var lock = served.acquire("root", EVERYTHING, "\"lease_seconds\":30");

        var renewed =
                served.post(
                        "/v1/locks/" + lock.text("lock_id") + "/renew", "{\"lease_seconds\":600}");

        Instant end = Instant.parse(renewed.text("expires_at"));
        var freeze = served.get("/v1/freezes").list("freezes").getFirst();
        assertThat(Instant.parse(String.valueOf(freeze.get("until")))).isAfter(end);
    }

    @Test
    void itIsKeptByPollsForLongerThanItsLeaseUntilTheOthersAreGone() {
        String shop = served.holds("alice", "shop");
        assertThat(served.acquire("root", EVERYTHING, WAITING + ",\"lease_seconds\":2").status())
                .isEqualTo(202);

        var waits = served.get(POLL, "Prefer", "wait=3");
        assertThat(waits.status()).as(waits.body().toString()).isEqualTo(202);
        served.delete("/v1/locks/" + shop);

        assertThat(served.get(POLL, "Prefer", "wait=10").status()).isEqualTo(200);
        assertThat(freezes()).isEqualTo(1);
    }

    @Test
    void whatWasTakenAwayBeforeTheOthersWereGoneIsNotGranted() {
        String shop = served.holds("alice", "shop");
        assertThat(served.acquire("root", EVERYTHING, WAITING).status()).isEqualTo(202);
        var poll = served.getLater(POLL, "Prefer", "wait=20");

        served.post(
                "/v1/locks/" + pendingLock() + "/force-unlock",
                "{\"reason\":\"gone\",\"quarantine_seconds\":0}");
        served.delete("/v1/locks/" + shop);

        assertThat(poll.join().status()).isGreaterThanOrEqualTo(400);
        assertThat(freezes()).isZero();
    }

    @Test
    void aSecondClaimThatGivesUpLeavesTheFreezeToTheFirst() {
        served.holds("alice", "shop");
        assertThat(served.acquire("root", EVERYTHING, WAITING).status()).isEqualTo(202);

        var second =
                served.acquire(
                        "root",
                        EVERYTHING,
                        "\"request_id\":\"second\",\"under\":\"" + pendingLock() + "\"");

        assertThat(second.status()).as(second.body().toString()).isEqualTo(409);
        assertThat(freezes()).isEqualTo(1);
    }

    @Test
    void aHeartbeatThatComesAfterTheReleaseLeavesNothingFrozen() {
        var lock = served.acquire("root", EVERYTHING, "");
        Hold hold = served.engine().find(new LockId(lock.text("lock_id"))).orElseThrow();
        served.delete("/v1/locks/" + lock.text("lock_id"));

        var outcomes =
                served.engine()
                        .everything()
                        .renew(List.of(new RemoteCallers.Beat(hold, Duration.ofSeconds(30))));

        assertThat(outcomes).singleElement().isInstanceOf(RenewOutcome.Lost.class);
        assertThat(freezes()).isZero();
    }

    @Test
    void aHeartbeatThatTheStoreDoesNotTakeFreezesNothingAfterTheRelease() {
        var away = new AtomicBoolean();
        LockStore store =
                MeddledStore.of(
                        MemoryLockStore.withSystemClock(),
                        method -> {
                            if (away.get() && method.equals("commit")) {
                                throw new StoreException.Unavailable("away", null);
                            }
                        });
        try (Served failing = Served.start(store, EngineSettings.DEFAULT)) {
            String lock = failing.holds("root", EVERYTHING);
            assertThat(failing.post("/v1/locks/" + lock + "/renew", "{}").status()).isEqualTo(200);
            assertThat(failing.delete("/v1/locks/" + lock).status()).isEqualTo(200);

            away.set(true);
            var late = failing.post("/v1/locks/" + lock + "/renew", "{\"lease_seconds\":86400}");
            away.set(false);

            assertThat(late.status()).isGreaterThanOrEqualTo(400);
            assertThat(failing.get("/v1/freezes").list("freezes")).isEmpty();
            assertThat(failing.acquire("bob", "mail", "\"when_frozen\":\"refuse\"").status())
                    .isEqualTo(201);
        }
    }

    @Test
    void aRepeatedForceUnlockLiftsTheFreezeThatADeadServerLeft() {
        String lock = served.holds("root", EVERYTHING);
        String path = "/v1/locks/" + lock + "/force-unlock";
        try (Served dying =
                served.beside(new Documents(served.documents(), Documents.Fault.AFTER_A_NOTE))) {
            dying.post(path, "{\"reason\":\"died\"}", "Idempotency-Key", "k1");
            dying.engine()
                    .forceUnlock(
                            Keys.parse(EVERYTHING).root(),
                            new ForceUnlockRequest(
                                    Set.of(new LockId(lock)), "local", "died", Quarantine.usual()));
        }
        assertThat(freezes()).isEqualTo(1);

        var again = served.post(path, "{\"reason\":\"died\"}", "Idempotency-Key", "k1");

        assertThat(again.status()).as("%s", again).isEqualTo(200);
        assertThat(freezes()).isZero();
    }

    @Test
    void whoFindsTheLockOnEverythingToBeOverLiftsTheFreezeThatADeadServerLeft() {
        String lock = served.holds("root", EVERYTHING);
        served.engine().release(Keys.parse(EVERYTHING).root(), new LockId(lock), null);
        assertThat(freezes()).isEqualTo(1);

        served.delete("/v1/locks/" + lock + "?resource=" + EVERYTHING);

        assertThat(freezes()).isZero();
    }

    @Test
    void theFreezeOfALockOnEverythingThatLivesIsNotLiftedWithThatOfAnother() {
        String first = served.holds("root", EVERYTHING);
        served.delete("/v1/locks/" + first);
        served.holds("second", EVERYTHING);

        served.delete("/v1/locks/" + first + "?resource=" + EVERYTHING);

        assertThat(freezes()).isEqualTo(1);
    }
}

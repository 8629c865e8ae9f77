package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.model.Root;
import holdfast.store.LockStore;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryLockStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Taking, keeping and giving back locks over HTTP. */
final class LocksOverHttpTest {
    private final Served served = Served.start();

    @AfterEach
    void stop() {
        served.close();
    }

    @Test
    void aFreeLockIsGrantedWithTheFieldsThatPeopleKnow() {
        var answer =
                served.acquire(
                        "alice",
                        "shop/prod//api",
                        "\"lease_seconds\":90,\"reason\":\"deploy 7\",\"metadata\":{\"pull\":\"12\"}");

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.body())
                .containsEntry("resource", "shop/prod//api")
                .containsEntry("owner", "alice")
                .containsEntry("owner_id", "run-of-alice")
                .containsEntry("reason", "deploy 7")
                .containsEntry("metadata", Map.of("pull", "12"))
                .containsEntry("state", "acquired")
                .containsEntry("confirmed", true)
                .containsEntry("lease_left_seconds", new BigDecimal("90.000"))
                .containsKeys("lock_id", "token", "acquired_at", "expires_at", "request_id");
    }

    @Test
    void aHeldLockIsRefusedWithItsHolderTheLeaseLeftAndWhatToDo() {
        served.holds("alice", "shop/prod");

        var answer = served.acquire("bob", "shop/prod//api", "");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
        assertThat(answer.body())
                .containsEntry("code", "LOCK_EXISTS")
                .containsEntry("holder", "alice")
                .containsKeys("what_to_do", "detail");
        assertThat((BigDecimal) answer.body().get("lease_left_seconds"))
                .isBetween(new BigDecimal("1"), new BigDecimal("60"));
        assertThat(answer.list("holders").getFirst()).containsEntry("owner", "alice");
    }

    @Test
    void theSameRequestTwiceIsOneLock() {
        var first = served.acquire("alice", "shop", "", "Idempotency-Key", "once");
        var second = served.acquire("alice", "shop", "", "Idempotency-Key", "once");

        assertThat(second.status()).isEqualTo(201);
        assertThat(second.text("lock_id")).isEqualTo(first.text("lock_id"));
        assertThat(served.get("/v1/locks").list("locks")).hasSize(1);
    }

    @Test
    void whatIsReleasedIsFree() {
        String lock = served.holds("alice", "shop");

        var answer = served.delete("/v1/locks/" + lock);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).containsEntry("state", "released");
        assertThat(served.acquire("bob", "shop", "").status()).isEqualTo(201);
    }

    @Test
    void releasingTwiceIsHarmless() {
        String lock = served.holds("alice", "shop");
        served.delete("/v1/locks/" + lock + "?resource=shop");

        assertThat(served.delete("/v1/locks/" + lock + "?resource=shop").status()).isEqualTo(200);
    }

    @Test
    void oneRequestRenewsAllLocksAndSaysWhichAreLost() {
        String kept = served.holds("alice", "shop");
        String lost = served.holds("alice", "mail");
        served.post(
                "/v1/locks/" + lost + "/force-unlock",
                "{\"reason\":\"runner died\",\"quarantine_seconds\":0}");

        var answer =
                served.post(
                        "/v1/locks/renew",
                        "{\"locks\":[{\"lock_id\":\""
                                + kept
                                + "\",\"resource\":\"shop\",\"lease_seconds\":120},{\"lock_id\":\""
                                + lost
                                + "\",\"resource\":\"mail\"}]}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.list("locks").get(0))
                .containsEntry("lock_id", kept)
                .containsEntry("lease_left_seconds", new BigDecimal("120.000"));
        assertThat(answer.list("locks").get(1))
                .containsEntry("lock_id", lost)
                .containsEntry("code", "LOCK_LOST");
    }

    /** A store that cannot read some roots. */
    private static LockStore without(String root) {
        return reading(asked -> {
            if (asked.equals(new Root(root))) {
                throw new StoreException.Unavailable("it is away", null);
            }
        });
    }

    private static LockStore reading(Consumer<Object> before) {
        LockStore store = MemoryLockStore.withSystemClock();
        return (LockStore)
                Proxy.newProxyInstance(
                        LockStore.class.getClassLoader(),
                        new Class<?>[] {LockStore.class},
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("read")) {
                                before.accept(arguments[0]);
                            }
                            try {
                                return method.invoke(store, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    @Test
    void theLocksOfABatchAreLookedAtSideBySide() {
        var all = new CyclicBarrier(3);
        var together = new AtomicBoolean();
        LockStore store =
                reading(root -> {
                    try {
                        if (together.get()) {
                            all.await(10, TimeUnit.SECONDS);
                        }
                    } catch (Exception e) {
                        throw new StoreException.Unavailable("they came one by one", e);
                    }
                });
        try (Served other = Served.start(store, EngineSettings.DEFAULT)) {
            String items =
                    Stream.of("shop", "mail", "bank")
                            .map(root ->
                                    "{\"lock_id\":\""
                                            + other.holds("alice", root)
                                            + "\",\"resource\":\""
                                            + root
                                            + "\"}")
                            .collect(Collectors.joining(","));
            together.set(true);

            var answer = other.post("/v1/locks/renew", "{\"locks\":[" + items + "]}");

            assertThat(answer.list("locks"))
                    .hasSize(3)
                    .allSatisfy(lock -> assertThat(lock).containsEntry("state", "acquired"));
        }
    }

    @Test
    void whatWasRenewedBeforeIsRenewedWithoutALook() {
        var reads = new AtomicInteger();
        LockStore store = reading(root -> reads.incrementAndGet());
        try (Served other = Served.start(store, EngineSettings.DEFAULT)) {
            String shop = other.holds("alice", "shop");
            String mail = other.holds("alice", "mail");
            String batch =
                    "{\"locks\":[{\"lock_id\":\""
                            + shop
                            + "\",\"lease_seconds\":90},{\"lock_id\":\""
                            + mail
                            + "\",\"resource\":\"mail\"}]}";
            other.post("/v1/locks/renew", batch);
            reads.set(0);

            var answer = other.post("/v1/locks/renew", batch);
            other.post("/v1/locks/" + shop + "/renew", "{}");

            assertThat(reads).hasValue(0);
            assertThat(answer.list("locks"))
                    .extracting(lock -> lock.get("lease_left_seconds"))
                    .containsExactly(new BigDecimal("90.000"), new BigDecimal("60.000"));
            assertThat(answer.list("locks"))
                    .extracting(lock -> lock.get("resource"))
                    .containsExactly("shop", "mail");
        }
    }

    @Test
    void whatWasRenewedBeforeAndIsLostIsToldWithItsEnd() {
        String lock = served.holds("alice", "shop");
        String batch = "{\"locks\":[{\"lock_id\":\"" + lock + "\"}]}";
        served.post("/v1/locks/renew", batch);
        try (Served other = served.beside()) {
            other.post("/v1/locks/" + lock + "/force-unlock", "{\"reason\":\"died\"}");
        }

        assertThat(served.post("/v1/locks/renew", batch).list("locks").getFirst())
                .containsEntry("state", "lost")
                .containsEntry("ended_reason", "died");
        assertThat(served.post("/v1/locks/" + lock + "/renew", "{\"resource\":\"shop\"}").status())
                .isEqualTo(410);
    }

    @Test
    void whoseLockWasTakenAwayHearsByWhomAtAnyServerWithoutNamingTheResource() {
        String lock = served.holds("alice", "shop");
        String path = "/v1/locks/" + lock;
        try (Served other = served.beside()) {
            other.post(path + "/force-unlock", "{\"reason\":\"died\"}");

            for (Served any : List.of(served, other)) {
                for (Served.Answer answer :
                        List.of(any.post(path + "/renew", "{}"), any.get(path), any.delete(path))) {
                    assertThat(answer.status()).as("%s", answer).isEqualTo(410);
                    assertThat(answer.text("ended_reason")).isEqualTo("died");
                }
            }
        }
        assertThat(served.get("/v1/locks/lock_1_alice_00000000").status()).isEqualTo(404);
    }

    @Test
    void aQuarantineIsNobodysToProlong() {
        String lock = served.holds("alice", "shop");
        served.post("/v1/locks/" + lock + "/force-unlock", "{\"reason\":\"died\"}");
        String quarantine =
                String.valueOf(served.get("/v1/locks").list("locks").getFirst().get("lock_id"));

        assertThat(served.post("/v1/locks/" + quarantine + "/renew", "{}").status()).isEqualTo(404);
        assertThat(
                        served.post(
                                        "/v1/locks/renew",
                                        "{\"locks\":[{\"lock_id\":\"" + quarantine + "\"}]}")
                                .list("locks")
                                .getFirst())
                .containsEntry("state", "lost");
        assertThat(served.get("/v1/locks").list("locks").getFirst())
                .containsEntry("state", "quarantine");
    }

    @Test
    void oneThatCannotBeRenewedDoesNotKeepTheOthersOfABatchFromIt() {
        try (Served other = Served.start(without("away"), EngineSettings.DEFAULT)) {
            String kept = other.holds("alice", "shop");
            String forever = other.holds("alice", "mail");

            var answer =
                    other.post(
                            "/v1/locks/renew",
                            "{\"locks\":[{\"lock_id\":\""
                                    + kept
                                    + "\",\"resource\":\"shop\",\"lease_seconds\":120},{\"lock_id\":\""
                                    + forever
                                    + "\",\"resource\":\"mail\",\"lease_seconds\":864000},"
                                    + "{\"lock_id\":\"lock_1_a_00000000\",\"resource\":\"away\"}]}");

            assertThat(answer.status()).as("%s", answer).isEqualTo(200);
            assertThat(answer.list("locks").get(0))
                    .containsEntry("lock_id", kept)
                    .containsEntry("lease_left_seconds", new BigDecimal("120.000"));
            assertThat(answer.list("locks").get(1))
                    .containsEntry("state", "failed")
                    .containsEntry("code", "INVALID_REQUEST");
            assertThat(answer.list("locks").get(2))
                    .containsEntry("state", "failed")
                    .containsEntry("code", "BACKEND_ERROR");
        }
    }

    @Test
    void aLockIsHandedToAnotherOwnerUnderALargerToken() {
        String lock = served.holds("alice", "shop");
        BigDecimal token = (BigDecimal) served.get("/v1/locks/" + lock).body().get("token");

        var answer = served.post("/v1/locks/" + lock + "/transfer", "{\"owner\":\"carol\"}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.list("locks").getFirst()).containsEntry("owner", "carol");
        assertThat((BigDecimal) answer.list("locks").getFirst().get("token")).isGreaterThan(token);
        assertThat(served.delete("/v1/locks/" + lock + "?resource=shop").body())
                .containsEntry("code", "LOCK_LOST")
                .containsEntry("ending", "transferred");
    }

    @Test
    void aForcedLockStaysShutForItsQuarantine() {
        String lock = served.holds("alice", "shop");

        var answer = served.post("/v1/locks/" + lock + "/force-unlock", "{\"reason\":\"died\"}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(served.acquire("bob", "shop", "").status()).isEqualTo(409);
        assertThat(served.get("/v1/locks/" + lock + "?resource=shop").status()).isEqualTo(410);
    }

    @Test
    void aListComesInPagesAndByFilters() {
        for (int i = 0; i < 5; i++) {
            served.holds(i % 2 == 0 ? "alice" : "bob", "shop-" + i + "/prod");
        }

        var first = served.get("/v1/locks?limit=2&owner=alice");
        var second =
                served.get("/v1/locks?limit=2&owner=alice&cursor=" + first.text("next_cursor"));

        assertThat(first.list("locks"))
                .extracting(lock -> lock.get("resource"))
                .containsExactly("shop-0/prod", "shop-2/prod");
        assertThat(second.list("locks"))
                .extracting(lock -> lock.get("resource"))
                .containsExactly("shop-4/prod");
        assertThat(second.body()).doesNotContainKey("next_cursor");
        assertThat(served.get("/v1/locks?prefix=shop-3").list("locks")).hasSize(1);
        assertThat(served.get("/v1/locks?state=active").list("locks")).hasSize(5);
        assertThat(served.get("/v1/locks?state=expired").list("locks")).isEmpty();
    }

    @Test
    void howeverMuchIsSaidAboutLocksAPageOfThemStaysSmall() {
        String much = "\"metadata\":{\"a\":\"" + "x".repeat(1_000) + "\"";
        for (int i = 1; i < 32; i++) {
            much += ",\"a" + i + "\":\"" + "x".repeat(1_000) + "\"";
        }
        for (int i = 0; i < 150; i++) {
            served.acquire("alice", "shop-" + i, much + "}");
        }
        served.holds("bob", "queue");
        for (int i = 0; i < 100; i++) {
            served.acquire("w" + i, "queue", "\"wait_seconds\":60," + much + "}");
        }

        assertThat(allPages("/v1/locks?limit=1000", "locks")).hasSize(151);
        assertThat(allPages("/v1/requests?limit=1000", "requests"))
                .extracting(request -> request.get("owner"))
                .hasSize(100)
                .doesNotHaveDuplicates();
        assertThat(allPages("/v1/requests?resource=queue&limit=7", "requests")).hasSize(100);
    }

    private List<Map<String, Object>> allPages(String path, String items) {
        var all = new ArrayList<Map<String, Object>>();
        String cursor = "";
        int pages = 0;
        do {
            var page = served.get(path + cursor);
            assertThat(Integer.parseInt(page.header("content-length"))).isLessThan(4_000_000);
            all.addAll(page.list(items));
            cursor = "&cursor=" + page.body().get("next_cursor");
            pages++;
        } while (!cursor.endsWith("null"));
        assertThat(pages).isGreaterThan(1);
        return all;
    }

    @Test
    void aListOfRequestsGoesOnAlsoIfWhoWasLastOnThePageHasLeft() {
        served.holds("alice", "shop");
        for (int i = 0; i < 4; i++) {
            served.acquire("w" + i, "shop", "\"wait_seconds\":60,\"request_id\":\"r" + i + "\"");
        }
        var first = served.get("/v1/requests?limit=2");
        served.delete("/v1/requests/r1?resource=shop");

        var second = served.get("/v1/requests?limit=2&cursor=" + first.text("next_cursor"));

        assertThat(second.list("requests"))
                .extracting(request -> request.get("request_id"))
                .containsExactly("r2", "r3");
        assertThat(second.body()).doesNotContainKey("next_cursor");
    }

    @Test
    void aFreezeForbidsNewGrantsUntilItIsThawed() {
        var freeze =
                served.post(
                        "/v1/freezes",
                        "{\"prefix\":\"shop\",\"reason\":\"sale\",\"duration_seconds\":600}");

        assertThat(freeze.status()).isEqualTo(201);
        var refused = served.acquire("alice", "shop/prod", "");
        assertThat(refused.status()).isEqualTo(423);
        assertThat(refused.text("code")).isEqualTo("FROZEN");
        assertThat(served.get("/v1/freezes").list("freezes")).hasSize(1);
        assertThat(served.delete("/v1/freezes/" + freeze.text("freeze_id")).status())
                .isEqualTo(200);
        assertThat(served.acquire("alice", "shop/prod", "").status()).isEqualTo(201);
    }

    @Test
    void whoWouldCloseACircleIsRefused() {
        served.holds("alice", "shop");
        served.holds("bob", "mail");
        served.acquire("alice", "mail", "\"wait_seconds\":60");

        var answer = served.acquire("bob", "shop", "\"wait_seconds\":60");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.text("code")).isEqualTo("DEADLOCK");
        assertThat(served.get("/v1/deadlocks").list("deadlocks")).isEmpty();
    }

    @Test
    void howeverManyLocksAreTakenAwayTheyAreLookedAtOnce() {
        var reads = new AtomicInteger();
        var store =
                MeddledStore.of(
                        MemoryLockStore.withSystemClock(),
                        method -> {
                            if (method.equals("read")) {
                                reads.incrementAndGet();
                            }
                        });
        try (Served counted = Served.start(store, EngineSettings.DEFAULT)) {
            String lock = counted.holds("alice", "shop");
            String ids =
                    IntStream.range(0, 500)
                            .mapToObj(i -> "\"lock_" + i + "_ci_0123abcd\"")
                            .collect(Collectors.joining(","));
            reads.set(0);

            var forced =
                    counted.post(
                            "/v1/locks/force-unlock",
                            "{\"reason\":\"died\",\"resource\":\"shop\",\"lock_ids\":[\""
                                    + lock
                                    + "\","
                                    + ids
                                    + "]}");

            assertThat(forced.list("unlocked")).hasSize(1);
            assertThat(reads).hasValueLessThan(20);
        }
    }

    @Test
    void moreLocksThanOneRequestMayNameAreNotTakenAway() {
        String ids =
                IntStream.range(0, 1_001)
                        .mapToObj(i -> "\"lock_" + i + "_ci_0123abcd\"")
                        .collect(Collectors.joining(","));

        var refused =
                served.post(
                        "/v1/locks/force-unlock",
                        "{\"reason\":\"died\",\"lock_ids\":[" + ids + "]}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("detail")).contains("at most 1000 locks, not 1001");
    }
}

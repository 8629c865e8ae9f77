package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.access.Grant;
import holdfast.access.Role;
import holdfast.engine.EngineSettings;
import holdfast.model.Prefix;
import holdfast.store.LockStore;
import holdfast.store.memory.MemoryLockStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How much of a store is looked at for one request: on some a search or a list reads all there is. */
@Timeout(60)
final class WholeStoreLooksTest {
    private final Map<String, Integer> asked = new ConcurrentHashMap<>();
    private final LockStore store =
            MeddledStore.of(
                    MemoryLockStore.withSystemClock(),
                    method -> asked.merge(method, 1, Integer::sum));
    private final Served served = Served.start(store, EngineSettings.DEFAULT);

    @AfterEach
    void stop() {
        served.close();
    }

    private int count(String method) {
        return asked.getOrDefault(method, 0);
    }

    private int searches() {
        return count("rootOf") + count("rootsOf");
    }

    private static Gate viewerOf(String... prefixes) {
        Set<Prefix> below = Stream.of(prefixes).map(Prefix::new).collect(Collectors.toSet());
        var caller =
                new holdfast.access.Caller(
                        "test:vera", "vera", List.of(new Grant(Role.VIEWER, below)));
        return credential -> new CredentialCaller(caller);
    }

    @Test
    void aThousandLocksThatNobodyHasAreSearchedForOnce() {
        String real = served.holds("alice", "shop");
        String ids =
                IntStream.range(0, 999)
                        .mapToObj(i -> "{\"lock_id\":\"lock_" + i + "_nobody_00000000\"}")
                        .collect(Collectors.joining(","));
        asked.clear();

        var answer =
                served.post(
                        "/v1/locks/renew",
                        "{\"locks\":[{\"lock_id\":\"" + real + "\"}," + ids + "]}");

        assertThat(answer.list("locks")).hasSize(1_000);
        assertThat(answer.list("locks").getFirst()).containsEntry("lock_id", real);
        assertThat(answer.list("locks").getFirst()).doesNotContainKey("error");
        assertThat(searches()).isEqualTo(1);
        assertThat(count("audit")).isEqualTo(1);
        assertThat(count("read")).isLessThan(5);
    }

    @Test
    void locksOfOneRootThatAreSearchedForAreLookedAtTogether() {
        String one = served.holds("alice", "shop//one");
        String two = served.holds("bob", "shop//two");
        asked.clear();

        var answer =
                served.post(
                        "/v1/locks/renew",
                        "{\"locks\":[{\"lock_id\":\""
                                + one
                                + "\"},{\"lock_id\":\""
                                + two
                                + "\"}]}");

        assertThat(answer.list("locks")).allMatch(lock -> lock.containsKey("lease_left_seconds"));
        assertThat(searches()).isEqualTo(1);
        assertThat(count("read")).isEqualTo(1);
    }

    @Test
    void theLockUnderWhichMoreIsClaimedIsSearchedForOnce() {
        String outer = served.holds("alice", "shop");
        String under = "\"under\":\"" + outer + "\"";
        asked.clear();

        assertThat(served.acquire("alice", "shop//api", under).status()).isEqualTo(201);
        assertThat(searches()).as("it is in the same root").isZero();
        String elsewhere = served.holds("alice", "mail");
        String underIt = "\"under\":\"" + elsewhere + "\"";
        assertThat(served.acquire("alice", "bank", underIt).status()).isEqualTo(201);
        assertThat(searches()).isEqualTo(1);
    }

    @Test
    void whoClaimsUnderALockThatNobodyHasIsRefusedAfterOneSearch() {
        asked.clear();

        var answer = served.acquire("alice", "shop", "\"under\":\"lock_7_nobody_00000000\"");

        assertThat(answer.status()).isBetween(400, 499);
        assertThat(searches()).isEqualTo(1);
    }

    @Test
    void theLocksOfOneResourceAreListedByALookAtItsRoot() {
        served.holds("alice", "shop//api");
        served.holds("bob", "shop//web");
        served.holds("carol", "mail");
        asked.clear();

        var answer = served.get("/v1/locks?resource=shop");

        assertThat(answer.list("locks"))
                .extracting(lock -> lock.get("owner"))
                .containsExactly("alice", "bob");
        assertThat(count("holds")).isZero();
        assertThat(served.get("/v1/locks?resource=shop//web").list("locks"))
                .extracting(lock -> lock.get("owner"))
                .containsExactly("bob");
    }

    @Test
    void theLocksOfOneResourceAreListedPageByPage() {
        for (int i = 0; i < 5; i++) {
            served.holds("owner-" + i, "shop//part-" + i);
        }
        var first = served.get("/v1/locks?resource=shop&limit=2");
        var second =
                served.get("/v1/locks?resource=shop&limit=2&cursor=" + first.text("next_cursor"));
        var third =
                served.get("/v1/locks?resource=shop&limit=2&cursor=" + second.text("next_cursor"));

        assertThat(Stream.of(first, second, third).flatMap(page -> page.list("locks").stream()))
                .extracting(lock -> lock.get("owner"))
                .containsExactly("owner-0", "owner-1", "owner-2", "owner-3", "owner-4");
        assertThat(third.body()).doesNotContainKey("next_cursor");
    }

    /** More than one page of the store before it, and between what it may see. */
    @Test
    void whoMaySeeLittleReadsNoMoreThanThat() {
        for (int i = 0; i < 600; i++) {
            served.holds("alice", "bank/" + i);
            served.holds("alice", "shop-" + i);
        }
        served.holds("bob", "shop/prod");
        served.holds("bob", "shop");
        served.holds("bob", "zoo//cage");
        served.holds("alice", "zoo//gate");
        try (Served seen = served.beside(served.documents(), viewerOf("shop", "zoo//cage"))) {
            asked.clear();

            var answer = seen.get("/v1/locks");

            assertThat(answer.list("locks"))
                    .extracting(lock -> lock.get("resource"))
                    .containsExactly("shop", "shop/prod", "zoo//cage");
            assertThat(answer.body()).doesNotContainKey("next_cursor");
            assertThat(count("holds")).isEqualTo(1);
            assertThat(count("read")).isEqualTo(2);
        }
    }

    @Test
    void whoIsWatchedReadsNoMoreThanItMaySeeEither() {
        for (int i = 0; i < 600; i++) {
            served.holds("alice", "bank/" + i);
        }
        served.holds("bob", "shop");
        var gate = new WatchedGate(viewerOf("shop"), new Denials(denial -> {}, Instant::now));
        try (Served seen = served.beside(served.documents(), gate)) {
            asked.clear();

            assertThat(seen.get("/v1/locks").list("locks")).hasSize(1);
            assertThat(count("holds")).isEqualTo(1);
            assertThat(count("read")).isEqualTo(1);
        }
    }

    @Test
    void whereEverythingIsReadForAListItIsReadOnceHoweverManyPrefixesSomebodySees() {
        for (String name : List.of("bank/a", "mail/a", "shop/a", "zoo/a")) {
            served.holds("alice", name);
        }
        LockStore scanned = MeddledStore.scanned(store);
        Gate gate = viewerOf("mail", "shop", "zoo");
        try (Served seen = served.on(scanned, gate)) {
            asked.clear();

            assertThat(seen.get("/v1/locks").list("locks"))
                    .extracting(lock -> lock.get("resource"))
                    .containsExactly("mail/a", "shop/a", "zoo/a");
            assertThat(count("holds")).isEqualTo(1);
        }
    }

    @Test
    void whoMaySeeLittleIsLedOnPageByPage() {
        for (String name : List.of("a", "shop", "shop-2", "shop/a", "shop/b", "shop0", "zoo")) {
            served.holds("alice", name);
        }
        try (Served seen = served.beside(served.documents(), viewerOf("shop", "zoo"))) {
            var pages = new java.util.ArrayList<Object>();
            String cursor = "";
            do {
                var page = seen.get("/v1/locks?limit=1" + cursor);
                page.list("locks").forEach(lock -> pages.add(lock.get("resource")));
                cursor =
                        page.body().containsKey("next_cursor")
                                ? "&cursor=" + page.text("next_cursor")
                                : "";
            } while (!cursor.isEmpty());

            assertThat(pages).containsExactly("shop", "shop/a", "shop/b", "zoo");
        }
    }

    @Test
    void howeverManyAskForTheirPlaceTheirLineIsReadOnceASecond() {
        served.holds("alice", "shop");
        for (int i = 0; i < 50; i++) {
            served.acquire("bob-" + i, "shop", "\"wait_seconds\":60,\"request_id\":\"r" + i + "\"");
        }
        asked.clear();
        long began = System.nanoTime();

        for (int i = 0; i < 50; i++) {
            var answer = served.get("/v1/requests/r" + i + "?resource=shop");
            assertThat(answer.text("position")).isEqualTo(Integer.toString(i + 1));
        }

        long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
        assertThat(count("queue")).isLessThanOrEqualTo(2 + (int) seconds);
    }
}

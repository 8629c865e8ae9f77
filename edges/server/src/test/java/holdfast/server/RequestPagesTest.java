package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.access.Grant;
import holdfast.access.Role;
import holdfast.engine.EngineSettings;
import holdfast.model.Prefix;
import holdfast.store.memory.MemoryLockStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of who waits, page by page, while people come and go; and what a list costs. */
@Timeout(60)
final class RequestPagesTest {
    private static void waits(Served served, String request, String more) {
        served.acquire(
                "run-" + request,
                "shop",
                "\"wait_seconds\":60,\"request_id\":\"" + request + "\"" + more);
    }

    private static List<String> ids(Served.Answer page) {
        return page.list("requests").stream()
                .map(row -> String.valueOf(row.get("request_id")))
                .toList();
    }

    /** @param gone how many of those on the pages so far have left before the next is read */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void nobodyIsLeftOutOrToldTwiceWhoeverLeavesBetweenTwoPages(int gone) {
        try (Served served = Served.start()) {
            served.holds("alice", "shop");
            waits(served, "n1", "");
            waits(served, "l1", ",\"priority\":\"low\"");
            waits(served, "h1", ",\"priority\":\"high\"");
            waits(served, "n2", "");
            waits(served, "c1", ",\"priority\":\"critical\"");
            waits(served, "h2", ",\"priority\":\"high\"");
            List<String> all = ids(served.get("/v1/requests"));
            assertThat(all).containsExactly("c1", "h1", "h2", "n1", "n2", "l1");

            for (int size = 1; size <= all.size() - 1; size++) {
                Served.Answer page = served.get("/v1/requests?limit=" + size);
                if (gone == size) {
                    page.list("requests")
                            .forEach(row ->
                                    served.delete(
                                            "/v1/requests/"
                                                    + row.get("request_id")
                                                    + "?resource=shop"));
                }
                var seen = new ArrayList<>(ids(page));
                seen.addAll(ids(served.get("/v1/requests?cursor=" + page.text("next_cursor"))));
                assertThat(seen).isEqualTo(all);
                if (gone == size) {
                    return;
                }
            }
        }
    }

    @Test
    void aQueueOfWhichItsReaderMaySeeNothingIsNotReadForIt() {
        var reads = new AtomicInteger();
        var store =
                MeddledStore.of(
                        MemoryLockStore.withSystemClock(),
                        method -> {
                            if (method.equals("queue")) {
                                reads.incrementAndGet();
                            }
                        });
        try (Served served = Served.start(store, EngineSettings.DEFAULT);
                Served watched =
                        served.beside(served.documents(), RequestPagesTest::readerOfTheBank)) {
            for (int i = 0; i < 20; i++) {
                served.holds("alice", "shop-" + i);
                served.acquire("bob", "shop-" + i, "\"wait_seconds\":60");
            }
            served.holds("alice", "bank");
            served.acquire("bob", "bank", "\"wait_seconds\":60,\"request_id\":\"mine\"");
            reads.set(0);

            assertThat(ids(watched.get("/v1/requests"))).containsExactly("mine");

            assertThat(reads).hasValueLessThan(3);
        }
    }

    private static Caller readerOfTheBank(Gate.Credential credential) {
        var grant = new Grant(Role.VIEWER, Set.of(new Prefix("bank")));
        return new CredentialCaller(
                new holdfast.access.Caller("test:reader", "reader", List.of(grant)));
    }
}

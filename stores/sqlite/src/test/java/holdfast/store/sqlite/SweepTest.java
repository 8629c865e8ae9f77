package holdfast.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Ending;
import holdfast.model.Fate;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.store.Change;
import holdfast.store.LockStore;
import holdfast.store.testkit.Drafts;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What has been remembered for long enough leaves the file by and by, and nothing else does. */
@Timeout(120)
final class SweepTest {
    private static final Fate.Ended CANCELLED =
            new Fate.Ended(null, null, new Ending.Cancelled("enough"));
    private static final Root OTHER = new Root("other");

    private final TestFile file = TestFile.create();
    private final ManualHost host = ManualHost.booted("boot-1");
    private final SqliteLockStore store =
            SqliteLockStore.open(file.path(), SqliteOptions.defaults(), host);

    @AfterEach
    void close() {
        store.close();
        file.remove();
    }

    private void commit(Root root, Change... changes) {
        store.commit(List.of(Drafts.commit(changes).to(root).draft()));
    }

    /** Commits elsewhere; some of the commits sweep, chosen at random. */
    private void commitUntilTheRestIsGoneOr(int commits) {
        for (int i = 0; i < commits && count("roots") + count("ended") > 0; i++) {
            commit(OTHER, new Change.Remember(new RequestId("other"), CANCELLED));
        }
    }

    /** Rows that are not of the root in which the test goes on. */
    private long count(String table) {
        try (Session session = Session.open(file.path())) {
            return Long.parseLong(
                    session.ask("SELECT count(*) FROM " + table + " WHERE root <> 'other'"));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static Root root(int i) {
        return new Root("root-" + i);
    }

    @Test
    void vacantRootsAndTheirRequestsAreForgottenAfterSevenDays() {
        for (int i = 0; i < 30; i++) {
            commit(root(i), new Change.Remember(new RequestId("request"), CANCELLED));
        }
        host.advance(LockStore.REMEMBERED_FOR);

        commitUntilTheRestIsGoneOr(5_000);

        assertThat(count("roots")).isZero();
        assertThat(count("ended")).isZero();
    }

    /** Two are looked at for each that is new, however many a transaction makes. */
    @Test
    void wherePeopleTakeNewNamesAllTheTimeTheOldOnesGo() {
        for (int batch = 0; batch < 100; batch++) {
            int first = batch * 20;
            store.commit(
                    IntStream.range(first, first + 20)
                            .mapToObj(i ->
                                    Drafts.commit(Drafts.cancelled(new RequestId("request-" + i)))
                                            .to(root(i))
                                            .draft())
                            .toList());
            host.advance(LockStore.REMEMBERED_FOR.dividedBy(10));
        }

        assertThat(count("roots")).isBetween(200L, 800L);
    }

    @Test
    void rootsThatAreHeldOrWaitedForOrYoungStay() {
        commit(root(1), Drafts.hold("alice").on("root-1").grant());
        commit(root(2), Drafts.waiter("bob").on("root-2").join());
        host.advance(Duration.ofSeconds(1));
        commit(root(3), new Change.Remember(new RequestId("request"), CANCELLED));
        host.advance(LockStore.REMEMBERED_FOR.minusNanos(1));

        commitUntilTheRestIsGoneOr(300);

        assertThat(count("roots")).isEqualTo(3);
        assertThat(count("ended")).isEqualTo(1);
    }

    @Test
    void surplusFatesOfABusyRootAreRemoved() {
        for (int i = 0; i < 40; i++) {
            int first = i * 100;
            commit(
                    root(1),
                    IntStream.range(first, first + 100)
                            .mapToObj(n ->
                                    new Change.Remember(new RequestId("request-" + n), CANCELLED))
                            .toArray(Change[]::new));
        }

        assertThat(count("ended"))
                .isBetween(
                        (long) LockStore.REMEMBERED_PER_ROOT, 3L * LockStore.REMEMBERED_PER_ROOT);
    }

    @Test
    void whatWasTooYoungAtTheFirstSweepIsRemovedByALaterOne() {
        commit(root(1), new Change.Remember(new RequestId("request"), CANCELLED));
        for (int i = 0; i < 500; i++) {
            commit(OTHER, new Change.Remember(new RequestId("other"), CANCELLED));
        }
        host.advance(LockStore.REMEMBERED_FOR);

        commitUntilTheRestIsGoneOr(5_000);

        assertThat(count("ended")).isZero();
    }

    @Test
    void oldFatesOfARootInUseAreRemoved() {
        commit(root(1), Drafts.hold("alice").on("root-1").lease(Duration.ofDays(100)).grant());
        commit(root(1), new Change.Remember(new RequestId("old"), CANCELLED));
        host.advance(LockStore.REMEMBERED_FOR);

        for (int i = 0; i < 5_000 && count("ended") > 0; i++) {
            commit(OTHER, new Change.Remember(new RequestId("other"), CANCELLED));
        }

        assertThat(count("ended")).isZero();
        assertThat(count("roots")).isEqualTo(1);
    }

    @Test
    void surplusFatesThatManyRequestsShareAreRemovedAsWell() {
        for (int change = 0; change < 6_000; change += 20) {
            commit(
                    root(1),
                    IntStream.range(change, change + 20)
                            .mapToObj(SweepTest::rememberedOfTwelve)
                            .toArray(Change[]::new));
        }

        assertThat(count("ended")).isLessThan(3L * 6 * LockStore.REMEMBERED_PER_ROOT);
    }

    private static Change rememberedOfTwelve(int change) {
        List<RequestId> requests =
                IntStream.range(0, 12)
                        .mapToObj(n -> new RequestId("request-" + change + "-" + n))
                        .toList();
        return new Change.Remember(requests, CANCELLED);
    }
}

package holdfast.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.EngineId;
import holdfast.model.InvalidRequestException;
import holdfast.model.Root;
import holdfast.model.Ticket;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import holdfast.store.Interest;
import holdfast.store.StoreException;
import holdfast.store.testkit.Drafts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is told to be committed is on disk; what fails is not, and says why. */
final class DurabilityTest {
    private static final SqliteOptions IMPATIENT = new SqliteOptions(Duration.ofMillis(50));

    private final TestFile file = TestFile.create();

    @AfterEach
    void remove() {
        file.remove();
    }

    private SqliteLockStore open(SqliteOptions options) {
        return SqliteLockStore.open(file.path(), options);
    }

    private static Commit grant(String root) {
        return Drafts.commit(Drafts.hold("alice").on(root).grant()).to(new Root(root)).draft();
    }

    private static int holds(SqliteLockStore store) {
        return store.holds(null, 1_000).holds().size();
    }

    @Test
    void aConnectionWaitsForTheDiskAndKeepsALog() throws SQLException {
        var opened = SqliteFile.open(file.path(), new Patience(Duration.ofSeconds(5)));

        try (Session first = opened.session();
                Session later = opened.file().openSession()) {
            for (Session session : List.of(first, later)) {
                assertThat(session.ask("PRAGMA synchronous")).isEqualTo("2"); // FULL
                assertThat(session.ask("PRAGMA journal_mode")).isEqualTo("wal");
            }
        }
    }

    @Test
    void commitsThatArriveTogetherReachTheDiskTogether() throws Exception {
        try (var store = open(SqliteOptions.defaults());
                var threads = Executors.newFixedThreadPool(64)) {
            List<Callable<CommitResult>> calls =
                    IntStream.range(0, 640)
                            .mapToObj(i ->
                                    (Callable<CommitResult>)
                                            () ->
                                                    store.commit(List.of(grant("root-" + i)))
                                                            .getFirst())
                            .toList();

            for (var call : threads.invokeAll(calls)) {
                assertThat(call.get()).isInstanceOf(CommitResult.Committed.class);
            }

            assertThat(holds(store)).isEqualTo(640);
            assertThat(store.batches()).isLessThan(320);
        }
    }

    @Test
    void aCommitOfAnInterruptedThreadIsMadeAndTheThreadStaysInterrupted() {
        try (var store = open(SqliteOptions.defaults())) {
            Thread.currentThread().interrupt();

            var result = store.commit(List.of(grant("one"))).getFirst();
            int seen = holds(store);

            assertThat(Thread.interrupted()).isTrue();
            assertThat(result).isInstanceOf(CommitResult.Committed.class);
            assertThat(seen).isEqualTo(1);
        }
    }

    @Test
    void aWriteThatCannotBeAppliedHindersNoOtherOfItsBatch() {
        var tooLong =
                Drafts.commit(
                                Drafts.hold("alice").grant(),
                                new Change.Touch(new Ticket(1), Duration.ofDays(365_000)))
                        .draft();
        try (var store = open(SqliteOptions.defaults());
                var threads = Executors.newFixedThreadPool(16)) {
            for (int round = 0; round < 10; round++) {
                int first = round * 16;
                var calls =
                        IntStream.range(0, 16)
                                .mapToObj(i ->
                                        threads.submit(() ->
                                                store.commit(
                                                        List.of(
                                                                i % 4 == 0
                                                                        ? tooLong
                                                                        : grant(
                                                                                "root-"
                                                                                        + (first
                                                                                                + i))))))
                                .toList();
                for (int i = 0; i < calls.size(); i++) {
                    if (i % 4 == 0) {
                        assertThatThrownBy(calls.get(i)::get)
                                .hasCauseInstanceOf(InvalidRequestException.class);
                    } else {
                        assertThat(calls.get(i)).succeedsWithin(Duration.ofSeconds(30));
                    }
                }
            }
            assertThat(holds(store)).isEqualTo(120);
            assertThat(store.read(Drafts.ROOT, Interest.NONE).holds()).isEmpty();
        }
    }

    @Test
    void aFileThatOthersKeepBusyIsUnavailableAndLaterUsable() throws SQLException {
        try (var store = open(IMPATIENT);
                Session other = Session.open(file.path())) {
            other.beginWriting();
            assertThatThrownBy(() -> store.commit(List.of(grant("one"))))
                    .isInstanceOf(StoreException.Unavailable.class)
                    .hasMessageContaining("busy")
                    .hasMessageContaining("nothing was written");
            other.rollback();

            store.commit(List.of(grant("one")));

            assertThat(holds(store)).isEqualTo(1);
        }
    }

    @Test
    void aCommitWaitsForOthersWithinItsPatience() throws Exception {
        try (var store = open(SqliteOptions.defaults());
                Session other = Session.open(file.path());
                var threads = Executors.newSingleThreadExecutor()) {
            other.beginWriting();
            var waiting = threads.submit(() -> store.commit(List.of(grant("one"))));
            assertThat(waiting).isNotDone();

            other.rollback();

            assertThat(waiting).succeedsWithin(Duration.ofSeconds(30));
        }
    }

    @Test
    void aFullDiskIsUnavailableAndLeavesNothingHalfWritten() throws SQLException {
        var patience = new Patience(Duration.ofSeconds(5));
        SqliteFile.Opened opened = SqliteFile.open(file.path(), patience);
        // The nearest to a full disk without privileges: the connection may not make the file
        // larger.
        opened.session()
                .run("PRAGMA max_page_count = " + opened.session().ask("PRAGMA page_count"));
        var writer =
                new Writer(
                        opened,
                        new StoreClock(BootClock.ofThisMachine()),
                        patience,
                        new Mailbox(new Listeners()));
        var commits = new GroupCommit(writer::write);
        var writes =
                IntStream.range(0, 200).mapToObj(i -> new CommitWrite(grant("root-" + i))).toList();

        assertThatThrownBy(() -> commits.make(writes))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("no space is left")
                .hasMessageContaining("nothing was written");

        try (var store = open(SqliteOptions.defaults())) {
            assertThat(holds(store)).isZero();
        }
        // The connection with the limit was given up, as space may come back: the next one has
        // none.
        commits.make(writes);
        writer.close();
        try (var store = open(SqliteOptions.defaults())) {
            assertThat(holds(store)).isEqualTo(200);
        }
    }

    @Test
    void aFileThatWasReplacedIsNotWritten() throws Exception {
        try (var store = open(SqliteOptions.defaults())) {
            store.commit(List.of(grant("one")));
            Path aside = Files.move(file.path(), file.path().resolveSibling("aside.db"));
            assertThatThrownBy(() -> store.commit(List.of(grant("two"))))
                    .isInstanceOf(StoreException.Unavailable.class)
                    .hasMessageContaining("has gone");

            Files.createFile(file.path());
            assertThatThrownBy(() -> store.commit(List.of(grant("two"))))
                    .isInstanceOf(StoreException.Unavailable.class)
                    .hasMessageContaining("replaced");

            Files.move(aside, file.path(), StandardCopyOption.REPLACE_EXISTING);
            store.commit(List.of(grant("three")));
            assertThat(holds(store)).isEqualTo(2);
        }
    }

    @Test
    void aClosedStoreSaysSo() {
        var store = open(SqliteOptions.defaults());
        store.close();
        store.close();

        assertThatThrownBy(() -> store.commit(List.of(grant("one"))))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> store.read(Drafts.ROOT, Interest.NONE))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> store.listen(new EngineId("engine"), root -> {}))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("closed");
    }
}

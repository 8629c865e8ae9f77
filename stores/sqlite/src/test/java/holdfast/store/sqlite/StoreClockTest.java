package holdfast.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.StoreTime;
import holdfast.model.Token;
import holdfast.store.CommitResult;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.testkit.Drafts;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The time of the file, over boots of its machine and steps of its wall clock. */
final class StoreClockTest {
    private static final Duration AN_HOUR = Duration.ofHours(1);

    private final TestFile file = TestFile.create();
    private final ManualHost host = ManualHost.booted("boot-1");

    @AfterEach
    void remove() {
        file.remove();
    }

    private SqliteLockStore openOn(HostClock clock) {
        return SqliteLockStore.open(file.path(), SqliteOptions.defaults(), clock);
    }

    private static StoreTime commit(SqliteLockStore store) {
        var result = store.commit(List.of(Drafts.commit().draft())).getFirst();
        return ((CommitResult.Committed) result).stamp().now();
    }

    private static StoreTime look(SqliteLockStore store) {
        return store.read(Drafts.ROOT, Interest.NONE).now();
    }

    /** Another process of the machine. */
    private StoreTime commitElsewhere(HostClock clock) {
        try (var store = openOn(clock)) {
            return commit(store);
        }
    }

    @Test
    void theFirstTimeIsThatOfTheWallClock() {
        assertThat(commitElsewhere(host)).isEqualTo(new StoreTime(host.read().wallNanos()));
    }

    @Test
    void withinABootAWallClockSetForwardsExpiresNobody() {
        try (var store = openOn(host)) {
            StoreTime before = commit(store);

            host.stepBack(AN_HOUR.negated());

            assertThat(look(store)).isEqualTo(before);
            assertThat(commit(store)).isEqualTo(before);
        }
    }

    @Test
    void withinABootAProcessThatComesLaterAgreesWhateverTheWallClockSays() {
        StoreTime first = commitElsewhere(host);
        host.stepBack(AN_HOUR);
        host.advance(Duration.ofSeconds(7));

        assertThat(commitElsewhere(host)).isEqualTo(first.plus(Duration.ofSeconds(7)));
    }

    @Test
    void acrossBootsTheWallClockCounts() {
        StoreTime before = commitElsewhere(host);
        var afterBoot = ManualHost.booted("boot-2");
        afterBoot.advance(AN_HOUR);

        assertThat(commitElsewhere(afterBoot)).isEqualTo(before.plus(AN_HOUR));
    }

    @Test
    void acrossBootsTimeDoesNotGoBackWithTheWallClock() {
        StoreTime before = commitElsewhere(host);
        var afterBoot = ManualHost.booted("boot-2");
        afterBoot.stepBack(AN_HOUR);

        StoreTime first = commitElsewhere(afterBoot);
        afterBoot.advance(Duration.ofSeconds(7));

        assertThat(first).isEqualTo(before);
        // And it runs again at once, instead of standing still until the wall clock has caught up.
        assertThat(commitElsewhere(afterBoot)).isEqualTo(before.plus(Duration.ofSeconds(7)));
    }

    @Test
    void aLookBeforeTheFirstCommitOfABootIsNotBeforeTheLastCommit() {
        StoreTime before = commitElsewhere(host);
        var afterBoot = ManualHost.booted("boot-2");
        afterBoot.stepBack(AN_HOUR);

        try (var store = openOn(afterBoot)) {
            assertThat(look(store)).isEqualTo(before);
        }
    }

    @Test
    void processesThatSeeDifferentBootsNeverGoBack() {
        var container = ManualHost.booted("another boot id");
        container.stepBack(AN_HOUR);
        StoreTime last = commitElsewhere(host);

        for (int i = 0; i < 5; i++) {
            StoreTime there = commitElsewhere(container);
            StoreTime here = commitElsewhere(host);
            assertThat(there).isGreaterThanOrEqualTo(last);
            assertThat(here).isGreaterThanOrEqualTo(there);
            last = here;
        }
    }

    @Test
    void processesThatTakeTurnsAndSeeDifferentBootsDoNotDriveTimeForward() {
        var container = ManualHost.booted("another boot id");
        container.stepBack(AN_HOUR);
        StoreTime first = commitElsewhere(host);

        for (int i = 0; i < 100; i++) {
            commitElsewhere(container);
            commitElsewhere(host);
        }

        assertThat(commitElsewhere(host)).isEqualTo(first);
    }

    @Test
    void withinABootTheTimeIsKeptInTheFileOnlyNowAndThen() {
        try (var store = openOn(host)) {
            commit(store);
            host.advance(Duration.ofSeconds(2));
            StoreTime kept = commit(store);
            host.advance(Duration.ofMillis(9));
            commit(store);
            assertThat(keptTime()).isEqualTo(kept);

            host.advance(Duration.ofMillis(1));
            assertThat(commit(store)).isEqualTo(keptTime());
        }
    }

    @Test
    void acrossBootsTimeIsNotBeforeACommitThatDidNotKeepItsTime() {
        StoreTime last;
        try (var store = openOn(host)) {
            commit(store);
            host.advance(Duration.ofSeconds(2));
            commit(store);
            host.advance(Duration.ofMillis(9));
            last = commit(store);
        }
        var afterBoot = ManualHost.booted("boot-2");
        afterBoot.stepBack(AN_HOUR);

        assertThat(commitElsewhere(afterBoot)).isBetween(last, last.plus(Duration.ofMillis(10)));
    }

    @Test
    void onAMachineThatSleptEveryCommitKeepsItsTime() {
        try (var store = openOn(host)) {
            commit(store);
            host.advance(Duration.ofSeconds(2));
            commit(store);
            host.readInexactly();
            host.advance(Duration.ofMillis(1));

            assertThat(commit(store)).isEqualTo(keptTime());
        }
    }

    private StoreTime keptTime() {
        try (Session session = Session.open(file.path())) {
            return new StoreTime(Long.parseLong(session.ask("SELECT high_water FROM meta")));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void withoutABootClockTimeStandsStillUntilTheWallClockHasCaughtUp() {
        var plain = ManualHost.withoutBootClock();
        try (var store = openOn(plain)) {
            StoreTime before = commit(store);

            plain.stepBack(AN_HOUR);
            assertThat(commit(store)).isEqualTo(before);
            plain.advance(AN_HOUR.plusSeconds(7));

            assertThat(commit(store)).isEqualTo(before.plus(Duration.ofSeconds(7)));
        }
    }

    @Test
    void whatACommitWithoutChangesSawLapsedStaysLapsedForOtherProcesses() {
        var plain = ManualHost.withoutBootClock();
        try (var store = openOn(plain);
                var other = openOn(plain)) {
            var grant = store.commit(List.of(Drafts.commit(Drafts.hold("alice").grant()).draft()));
            var stamp = ((CommitResult.Committed) grant.getFirst()).stamp();
            var token = new Token(stamp.firstNumber());
            plain.advance(Drafts.LEASE);
            var lapsed = new Condition.HoldLapsed(token, stamp.now().plus(Drafts.LEASE));
            store.commit(List.of(Drafts.commit().given(lapsed).draft()));

            plain.stepBack(Drafts.LEASE);

            var late =
                    other.commit(
                            List.of(Drafts.commit().given(new Condition.HoldLive(token)).draft()));
            assertThat(late.getFirst()).isInstanceOf(CommitResult.Refused.class);
        }
    }
}

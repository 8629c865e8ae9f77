package holdfast.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.Claim;
import holdfast.model.Ending;
import holdfast.model.Freeze;
import holdfast.model.Hold;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.StoreException;
import holdfast.store.testkit.Await;
import holdfast.store.testkit.Drafts;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store that remembers what it wrote decides as one that looks at the file each time. */
@Timeout(120)
final class FamiliarTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Root OTHER = new Root("other");

    private final TestFile file = TestFile.create();
    private final ManualHost host = ManualHost.booted("boot-1");
    private final SqliteLockStore store = open();
    private final SqliteLockStore another = open();

    private SqliteLockStore open() {
        return SqliteLockStore.open(file.path(), SqliteOptions.defaults(), host);
    }

    @AfterEach
    void close() {
        store.close();
        another.close();
        file.remove();
    }

    private static CommitResult commit(LockStore to, Commit commit) {
        return to.commit(List.of(commit)).getFirst();
    }

    private static CommitResult.Committed made(LockStore by, Change... changes) {
        return (CommitResult.Committed) commit(by, Drafts.commit(changes).draft());
    }

    private static CommitResult grantIf(LockStore to, Condition... conditions) {
        return commit(to, Drafts.commit(Drafts.hold("bob").grant()).given(conditions).draft());
    }

    private static Hold held(LockStore in) {
        return in.read(Drafts.ROOT, Interest.NONE).holds().getFirst();
    }

    private static void acquireAndRelease(LockStore in) {
        made(in, Drafts.hold("alice").grant());
        made(in, end(held(in)), Drafts.cancelled(Drafts.requestOf("alice")));
    }

    private static Change.End end(Hold hold) {
        return new Change.End(hold, new Ending.Released());
    }

    private void refuseHoldsOn(String root) throws SQLException {
        try (Session session = Session.open(file.path())) {
            session.run(
                    "CREATE TRIGGER refused BEFORE INSERT ON holds WHEN new.root = '%s' BEGIN SELECT RAISE(ABORT, 'no'); END"
                            .formatted(root));
        }
    }

    @Test
    void whatAnotherWroteIsSeenByTheNextCommit() {
        acquireAndRelease(store);
        long version = store.read(Drafts.ROOT, Interest.NONE).version();
        made(another, Drafts.hold("carol").grant());

        assertThat(grantIf(store, new Condition.VersionIs(version)))
                .isInstanceOf(CommitResult.Refused.class);
    }

    @Test
    void aHoldThatAnotherEndedIsNotThere() {
        made(store, Drafts.hold("alice").grant());
        Hold hold = held(store);
        made(another, end(hold));

        assertThat(grantIf(store, new Condition.HoldThere(hold.token())))
                .isInstanceOf(CommitResult.Refused.class);
    }

    /** What the memory is worth is asked when the place for writing is taken, and not before. */
    @Test
    void whatAnotherCommitsWhileTheFileIsWaitedForIsSeen() throws Exception {
        made(store, Drafts.hold("alice").grant());
        Condition there = new Condition.HoldThere(held(store).token());
        try (Session other = Session.open(file.path())) {
            other.beginWriting();
            var granting = new FutureTask<>(() -> grantIf(store, there));
            Thread thread = Thread.ofPlatform().start(granting);
            Await.until(PATIENCE, () -> thread.getState() == Thread.State.TIMED_WAITING);
            other.run("DELETE FROM holds");
            other.commit();

            assertThat(granting.get()).isInstanceOf(CommitResult.Refused.class);
        }
    }

    @Test
    void aRequestThatCameToAHoldLaterIsKnown() {
        made(store, Drafts.hold("alice").grant());
        Hold hold = held(store);
        Claim first = hold.claims().getFirst();
        RequestId second = new RequestId("second");
        Claim claim = new Claim(second, first.resource(), first.mode());
        made(store, new Change.Amend(hold.token(), List.of(first, claim), hold.terms()));

        assertThat(grantIf(store, new Condition.RequestUnknown(second)))
                .isInstanceOf(CommitResult.Refused.class);
    }

    @Test
    void theTimeThatAStoreOfAnotherBootKeptIsNotGoneBackBehind() {
        acquireAndRelease(store);
        host.advance(Duration.ofSeconds(2));
        acquireAndRelease(store); // keeps its time, and the next need not
        acquireAndRelease(store);
        var later = ManualHost.booted("boot-2");
        later.advance(Duration.ofHours(1));
        try (var ahead = SqliteLockStore.open(file.path(), SqliteOptions.defaults(), later)) {
            StoreTime kept = made(ahead, Drafts.waiter("carol").join()).stamp().now();

            // Not a commit: that looks at the root, and sees the time with it.
            Freeze freeze = store.placeFreeze(Drafts.freeze("freeze", "shop"), Drafts.audit("it"));

            assertThat(freeze.since().epochNanos()).isGreaterThanOrEqualTo(kept.epochNanos());
        }
    }

    @Test
    void numbersGoOnBehindThoseThatAnotherGave() {
        acquireAndRelease(store);
        long given = made(another, Drafts.waiter("carol").join()).stamp().firstNumber();

        assertThat(made(store, Drafts.waiter("bob").join()).stamp().firstNumber())
                .isGreaterThan(given);
    }

    @Test
    void aRequestIsKnownAfterItsEndAndWhileItHolds() {
        made(store, Drafts.hold("alice").grant());

        assertThat(grantIf(store, new Condition.RequestUnknown(Drafts.requestOf("alice"))))
                .isInstanceOf(CommitResult.Refused.class);

        made(store, end(held(store)), Drafts.cancelled(Drafts.requestOf("alice")));
        assertThat(grantIf(store, new Condition.RequestUnknown(Drafts.requestOf("alice"))))
                .isInstanceOf(CommitResult.Refused.class);
    }

    @Test
    void aHoldThatWasExtendedLivesAsLongAsTheFileSays() {
        made(store, Drafts.hold("alice").lease(Duration.ofSeconds(1)).grant());
        Hold hold = held(store);
        made(store, new Change.Extend(hold.token(), Duration.ofSeconds(60)));
        host.advance(Duration.ofSeconds(2));

        assertThat(grantIf(store, new Condition.HoldLive(hold.token())))
                .isInstanceOf(CommitResult.Committed.class);
    }

    /** If it were remembered, its numbers would be written to a row that is not there. */
    @Test
    void aRootThatWasSweptAwayIsMadeAgain() {
        acquireAndRelease(store);
        host.advance(LockStore.REMEMBERED_FOR.plusSeconds(1));
        for (int i = 0; i < 5_000 && isKept(); i++) {
            commit(store, Drafts.commit(Drafts.cancelled(Drafts.requestOf("x"))).to(OTHER).draft());
        }

        acquireAndRelease(store);

        assertThat(isKept()).isTrue();
    }

    private boolean isKept() {
        return store.read(Drafts.ROOT, Interest.NONE).version() > 0;
    }

    @Test
    void whatAFailedTransactionChangedIsForgotten() throws SQLException {
        refuseHoldsOn("other");
        try (var fresh = open()) {
            acquireAndRelease(fresh);
            long version = fresh.read(Drafts.ROOT, Interest.NONE).version();
            Commit good = Drafts.commit(Drafts.hold("bob").grant()).draft();
            // The first of them changes the root; the second cannot be applied.
            Commit bad = Drafts.commit(Drafts.hold("x").on("other").grant()).to(OTHER).draft();
            assertThatThrownBy(() -> fresh.commit(List.of(good, bad)))
                    .isInstanceOf(StoreException.class);

            assertThat(grantIf(fresh, new Condition.VersionIs(version)))
                    .isInstanceOf(CommitResult.Committed.class);
        }
    }
}

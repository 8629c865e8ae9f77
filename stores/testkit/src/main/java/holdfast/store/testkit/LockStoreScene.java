package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.RootView;
import holdfast.store.Stamp;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** A fresh store for one test, and the few steps that most tests take. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
abstract class LockStoreScene {
    static final Root ROOT = Drafts.ROOT;
    final LockStoreFixture fixture;
    final LockStore store;

    /** The smallest step of the store's time. */
    final Duration aTick;

    LockStoreScene(Supplier<LockStoreFixture> open) {
        fixture = open.get();
        store = fixture.store();
        aTick = fixture.tick();
    }

    @AfterEach
    void closeTheFixture() {
        fixture.close();
    }

    final void advance(Duration by) {
        fixture.advance(by);
    }

    /** Ends a test of what only a clock for all roots can promise. */
    final void assumeOneClock() {
        assumeTrue(
                fixture.clockScope() == LockStoreFixture.ClockScope.STORE,
                "each root of this store has a clock of its own");
    }

    final CommitResult result(Commit commit) {
        return store.commit(List.of(commit)).getFirst();
    }

    /** Commits what must not be refused. */
    final Stamp made(CommitDrafting commit) {
        CommitResult result = result(commit.draft());
        assertThat(result).isInstanceOf(CommitResult.Committed.class);
        return ((CommitResult.Committed) result).stamp();
    }

    final Stamp made(Change... changes) {
        return made(Drafts.commit(changes));
    }

    /** Commits what must be refused, and answers what the refusal shows. */
    final RootView refused(CommitDrafting commit) {
        CommitResult result = result(commit.draft());
        assertThat(result).isInstanceOf(CommitResult.Refused.class);
        return ((CommitResult.Refused) result).view();
    }

    /** The hold as the store shows it. */
    final Hold granted(HoldDrafting hold) {
        Root root = hold.draft().resource().root();
        Stamp stamp = made(Drafts.commit(hold.grant()).to(root));
        return hold(root, stamp.firstNumber());
    }

    final Hold hold(Root root, long token) {
        return look(root).holds().stream()
                .filter(hold -> hold.token().value() == token)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no hold " + token + " in " + root));
    }

    /** The waiter as the store shows it. */
    final Waiter joined(WaiterDrafting waiter) {
        Root root = waiter.draft().claim().resource().root();
        Stamp stamp = made(Drafts.commit(waiter.join()).to(root));
        return store.queue(root, Integer.MAX_VALUE).stream()
                .filter(found -> found.ticket().number() == stamp.firstNumber())
                .findFirst()
                .orElseThrow(() -> new AssertionError("nobody joined " + root));
    }

    final RootView look() {
        return look(ROOT);
    }

    final RootView look(Root root) {
        return store.read(root, Interest.NONE);
    }

    final RootView look(Interest interest) {
        return store.read(ROOT, interest);
    }

    final Optional<Fate> fateOf(RequestId request) {
        return Optional.ofNullable(look(Interest.in(request)).fates().get(request));
    }

    /** All waiters of the root, lapsed ones included. */
    final List<Waiter> queue() {
        return store.queue(ROOT, Integer.MAX_VALUE);
    }

    static List<String> ownersOf(List<Waiter> waiters) {
        return waiters.stream().map(waiter -> waiter.owner().name()).toList();
    }

    static List<String> holdersOf(List<Hold> holds) {
        return holds.stream().map(hold -> hold.owner().name()).toList();
    }
}

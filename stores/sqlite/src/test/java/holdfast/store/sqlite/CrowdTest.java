package holdfast.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.Root;
import holdfast.model.Ticket;
import holdfast.model.Token;
import holdfast.store.Change;
import holdfast.store.CommitResult;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.RootView;
import holdfast.store.testkit.Drafts;
import holdfast.store.testkit.WaiterDrafting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many virtual threads at once. */
@Timeout(300)
final class CrowdTest {
    private static final int ROOTS = 16;

    private final TestFile file = TestFile.create();
    private final SqliteLockStore store =
            SqliteLockStore.open(file.path(), SqliteOptions.defaults());

    @AfterEach
    void close() {
        store.close();
        file.remove();
    }

    private static Root root(int number) {
        return new Root("root-" + number);
    }

    @Test
    void manyThreadsNeverHoldOneRootTogether() throws Exception {
        var inside = new AtomicIntegerArray(ROOTS);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var all = new ArrayList<Future<Integer>>();
            for (int i = 0; i < 160; i++) {
                int number = i % ROOTS;
                String owner = "owner-" + i;
                all.add(
                        threads.submit(() -> {
                            Hold hold = acquire(owner, number);
                            int together = inside.incrementAndGet(number);
                            inside.decrementAndGet(number);
                            release(hold, number);
                            return together;
                        }));
            }
            for (Future<Integer> one : all) {
                assertThat(one.get()).isEqualTo(1);
            }
        }
        assertThat(store.holds(null, 10).holds()).isEmpty();
    }

    private Hold acquire(String owner, int number) {
        Root root = root(number);
        var grant = Drafts.hold(owner).on(root.text()).grant();
        RootView view = store.read(root, Interest.NONE);
        while (true) {
            if (!view.holds().isEmpty()) {
                // Not at once: the looks of all would take the time that the holders need.
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(2_000_000));
                view = store.read(root, Interest.NONE);
                continue;
            }
            var commit =
                    Drafts.commit(grant).to(root).given(new Condition.VersionIs(view.version()));
            switch (store.commit(List.of(commit.draft())).getFirst()) {
                case CommitResult.Committed made -> {
                    return grant.draft()
                            .stamped(made.stamp().now(), new Token(made.stamp().firstNumber()));
                }
                case CommitResult.Refused refused -> view = refused.view();
            }
        }
    }

    private void release(Hold hold, int number) {
        var commit =
                Drafts.commit(new Change.End(hold, new Ending.Released()))
                        .to(root(number))
                        .given(new Condition.HoldLive(hold.token()));
        assertThat(store.commit(List.of(commit.draft())).getFirst())
                .isInstanceOf(CommitResult.Committed.class);
    }

    @Test
    void aStormOfJoinsDoesNotStarveARelease() throws Exception {
        var stop = new AtomicBoolean();
        int mostAttempts = 0;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var storm = new ArrayList<Future<?>>();
            for (int i = 0; i < 100; i++) {
                WaiterDrafting waiter = Drafts.waiter("waiter-" + i).on(root(0).text());
                storm.add(threads.submit(() -> joinAndLeaveUntil(stop, waiter)));
            }
            for (int round = 0; round < 10; round++) {
                mostAttempts = Math.max(mostAttempts, attemptsOfARelease());
            }
            stop.set(true);
            for (Future<?> one : storm) {
                one.get();
            }
        }

        // Each attempt is seen before the joins that came with it, so only those in between can
        // spoil it.
        assertThat(mostAttempts).isLessThan(100);
        assertThat(store.read(root(0), Interest.NONE).waiting()).isZero();
    }

    private void joinAndLeaveUntil(AtomicBoolean stop, WaiterDrafting waiter) {
        while (!stop.get()) {
            Change.Join join = waiter.join();
            var joined =
                    (CommitResult.Committed)
                            store.commit(List.of(Drafts.commit(join).to(root(0)).draft()))
                                    .getFirst();
            var ticket = new Ticket(joined.stamp().firstNumber());
            var leave = new Change.Leave(join.draft().stamped(joined.stamp().now(), ticket), null);
            store.commit(List.of(Drafts.commit(leave).to(root(0)).draft()));
        }
    }

    private int attemptsOfARelease() {
        RootView view = store.read(root(0), Interest.NONE);
        for (int attempts = 1; ; attempts++) {
            var commit =
                    Drafts.commit(new Change.Audit(Drafts.audit("release")))
                            .to(root(0))
                            .given(
                                    new Condition.VersionIs(view.version()),
                                    new Condition.EpochIs(view.epoch()));
            switch (store.commit(List.of(commit.draft())).getFirst()) {
                case CommitResult.Committed made -> {
                    return attempts;
                }
                case CommitResult.Refused refused -> view = refused.view();
            }
        }
    }
}

package holdfast.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who leads, who follows, and what reaches the disk together. */
@Timeout(60)
final class GroupCommitTest {
    /** Sizes of the batches that were done. */
    private final List<Integer> batches = new CopyOnWriteArrayList<>();

    /** Threads that did them. */
    private final BlockingQueue<Thread> leaders = new LinkedBlockingQueue<>();

    /** A batch is done when the test lets it. */
    private final Semaphore mayFinish = new Semaphore(0);

    private final GroupCommit commits = new GroupCommit(this::doBatch);

    private void doBatch(List<Seat> seats) {
        leaders.add(Thread.currentThread());
        mayFinish.acquireUninterruptibly();
        batches.add(seats.size());
        Seat.succeed(seats);
    }

    private static List<Write> oneWrite() {
        return List.of(
                new Write() {
                    @Override
                    public Turn turn() {
                        return Turn.FIRST;
                    }

                    @Override
                    public void apply(Transaction transaction) {}
                });
    }

    private static void awaitParked(List<Thread> threads) {
        for (Thread thread : threads) {
            while (thread.getState() != Thread.State.WAITING
                    && thread.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
        }
    }

    private List<Thread> startFollowers(int count) {
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < count; i++) {
            threads.add(Thread.ofPlatform().start(() -> commits.make(oneWrite())));
        }
        awaitParked(threads);
        return threads;
    }

    @Test
    void aCallerThatIsAloneDoesItsWriteItself() {
        mayFinish.release();

        commits.make(oneWrite());

        assertThat(leaders.poll()).isSameAs(Thread.currentThread());
    }

    @Test
    void whatArrivesDuringABatchIsTheNextBatch() throws Exception {
        try (var threads = Executors.newCachedThreadPool()) {
            Future<?> first = threads.submit(() -> commits.make(oneWrite()));
            leaders.take();
            List<Thread> followers = startFollowers(20);

            mayFinish.release(2);
            first.get();
            for (Thread follower : followers) {
                follower.join();
            }
        }

        assertThat(batches).containsExactly(1, 20);
    }

    @Test
    void aBatchHasALimit() throws Exception {
        try (var threads = Executors.newCachedThreadPool()) {
            threads.execute(() -> commits.make(oneWrite()));
            leaders.take();
            List<Thread> followers = startFollowers(300);

            mayFinish.release(3);
            for (Thread follower : followers) {
                follower.join();
            }
        }

        assertThat(batches).containsExactly(1, 256, 44);
    }

    @Test
    void anInterruptedFollowerWaitsForItsWriteAndStaysInterrupted() throws Exception {
        try (var threads = Executors.newCachedThreadPool()) {
            threads.execute(() -> commits.make(oneWrite()));
            leaders.take();
            var started = new LinkedBlockingQueue<Thread>();
            Future<Boolean> interrupted =
                    threads.submit(() -> {
                        started.add(Thread.currentThread());
                        commits.make(oneWrite());
                        return Thread.interrupted();
                    });
            Thread follower = started.take();
            awaitParked(List.of(follower));

            follower.interrupt();
            mayFinish.release(2);

            assertThat(interrupted.get()).isTrue();
            assertThat(batches).containsExactly(1, 1);
        }
    }

    @Test
    void aFailureReachesTheCallerWhoseSeatItIs() {
        var failing =
                new GroupCommit(seats ->
                        seats.forEach(seat -> seat.fail(new IllegalStateException("as agreed"))));

        assertThatThrownBy(() -> failing.make(oneWrite()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("as agreed");
    }

    @Test
    void closingWaitsForWhatIsUnderWayAndRefusesTheRest() throws Exception {
        try (var threads = Executors.newCachedThreadPool()) {
            Future<?> first = threads.submit(() -> commits.make(oneWrite()));
            leaders.take();
            Thread closing = Thread.ofPlatform().start(commits::close);
            awaitParked(List.of(closing));

            assertThat(closing.isAlive()).isTrue();
            assertThatThrownBy(() -> commits.make(oneWrite()))
                    .isInstanceOf(StoreException.Unavailable.class)
                    .hasMessageContaining("closed");
            mayFinish.release();

            first.get();
            assertThat(closing.join(Duration.ofSeconds(30))).isTrue();
        }
    }

    @Test
    void nobodyWorksForOthers() throws Exception {
        // Given a queue that never runs empty: each caller comes back at once
        var stop = new AtomicBoolean();
        mayFinish.release(1_000_000);
        var callers = new ArrayList<Thread>();
        for (int i = 0; i < 4; i++) {
            callers.add(
                    Thread.ofPlatform()
                            .start(() -> {
                                while (!stop.get()) {
                                    commits.make(oneWrite());
                                }
                            }));
        }

        // Then before long the batches are done by none of them
        Thread leader = leaders.poll(30, TimeUnit.SECONDS);
        while (callers.contains(leader)) {
            leader = leaders.poll(30, TimeUnit.SECONDS);
        }
        stop.set(true);
        for (Thread caller : callers) {
            caller.join();
        }
        assertThat(leader).isNotNull();
    }

    @Test
    void closingEndsTheWorker() throws Exception {
        try (var threads = Executors.newCachedThreadPool()) {
            threads.execute(() -> commits.make(oneWrite()));
            leaders.take();
            List<Thread> followers = startFollowers(1);
            mayFinish.release(2);
            followers.getFirst().join();
        }
        Thread worker = leaders.take();

        commits.close();

        assertThat(worker.join(Duration.ofSeconds(30))).isTrue();
    }

    @Test
    void whoeverFindsNoThreadForAWorkerGoesOnForTheOthers() throws Exception {
        var without =
                new GroupCommit(
                        this::doBatch,
                        work -> {
                            throw new OutOfMemoryError("as agreed");
                        });
        Thread first = Thread.ofPlatform().start(() -> without.make(oneWrite()));
        leaders.take();
        var others = new ArrayList<Thread>();
        for (int i = 0; i < 5; i++) {
            others.add(Thread.ofPlatform().start(() -> without.make(oneWrite())));
        }
        awaitParked(others);

        mayFinish.release(2);

        assertThat(leaders.take()).isSameAs(first);
        for (Thread other : others) {
            assertThat(other.join(Duration.ofSeconds(30))).isTrue();
        }
        without.close();
        assertThat(batches).containsExactly(1, 5);
    }
}

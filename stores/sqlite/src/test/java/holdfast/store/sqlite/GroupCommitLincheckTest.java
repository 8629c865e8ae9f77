package holdfast.store.sqlite;

import holdfast.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Test;

/** make, close: whatever the order of their steps, every write is done once, one batch at a time, before its caller goes on. */
final class GroupCommitLincheckTest {
    /** What batches did; not safe by itself: one thread at a time must see to that. */
    private static final class Disk {
        private final AtomicInteger atWork = new AtomicInteger();
        private int done;

        void write(List<Seat> seats) {
            check(atWork.incrementAndGet() == 1, "two batches at once");
            done += seats.size();
            atWork.decrementAndGet();
            Seat.succeed(seats);
        }
    }

    @Test
    void everyWriteIsDoneOnceAndOneBatchAtATime() {
        Lincheck.runConcurrentTest(
                60,
                () -> {
                    var disk = new Disk();
                    var commits = new GroupCommit(disk::write, GroupCommitLincheckTest::started);
                    together(() -> makeTwo(commits), () -> makeTwo(commits));
                    commits.close();
                    check(disk.done == 4, disk.done + " of 4 writes done");
                });
    }

    @Test
    void whoeverClosesFindsEveryWriteDoneOrRefused() {
        Lincheck.runConcurrentTest(
                60,
                () -> {
                    var disk = new Disk();
                    var refused = new AtomicInteger();
                    var commits = new GroupCommit(disk::write, GroupCommitLincheckTest::started);
                    var doneAtClose = new AtomicInteger();
                    together(
                            () -> makeOrCount(commits, refused),
                            () -> makeOrCount(commits, refused),
                            () -> {
                                commits.close();
                                doneAtClose.set(disk.done);
                            });
                    check(disk.done == doneAtClose.get(), "something was done after it closed");
                    int ended = disk.done + refused.get();
                    check(ended == 2, ended + " of 2 writes done or refused");
                });
    }

    private static void makeTwo(GroupCommit commits) {
        commits.make(List.of());
        commits.make(List.of());
    }

    private static void makeOrCount(GroupCommit commits, AtomicInteger refused) {
        try {
            commits.make(List.of());
        } catch (StoreException.Unavailable e) {
            refused.incrementAndGet();
        }
    }

    private static Thread started(Runnable work) {
        var thread = new Thread(work);
        thread.start();
        return thread;
    }

    private static void together(Runnable... bodies) {
        var threads = new ArrayList<Thread>();
        for (Runnable body : bodies) {
            threads.add(started(body));
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static void check(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }
}

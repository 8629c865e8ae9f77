package holdfast.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.Hold;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.RootView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One of the {@link Lines}. Whoever reads it does so for all who ask meanwhile. Safe for use by many threads. */
final class Line {
    static final Duration GOOD_FOR = Duration.ofSeconds(1);

    private final Root root;
    private final LockStore store;
    private final EngineHost host;

    private volatile long askedAt;

    /** Protects the rest; never held while the store is asked, nor while a line is gone through. */
    private final ReentrantLock mutex = new ReentrantLock();

    /** Its iterators bear changes. */
    @GuardedBy("mutex")
    private NavigableSet<Waiter> waiters = lineOf(List.of());

    @GuardedBy("mutex")
    private @Nullable Look look;

    /** When the line was asked for. */
    @GuardedBy("mutex")
    private long readAt;

    /** How often this engine has changed what is held. */
    @GuardedBy("mutex")
    private long moves;

    /** Whom others wait for; null if nobody reads. */
    @GuardedBy("mutex")
    private @Nullable CompletableFuture<Void> reading;

    /** What this engine did to the line since the reading began, which may not show it. */
    @GuardedBy("mutex")
    private final List<Consumer<Collection<Waiter>>> meanwhile = new ArrayList<>();

    /**
     * A look at what is held.
     *
     * @param askedAt the host's time before it
     * @param moves how often this engine had changed what is held before it
     */
    private record Look(StoreTime now, List<Hold> holds, long askedAt, long moves) {
        /** Not before the store's own time. */
        StoreTime at(long nanos) {
            return now.plus(Duration.ofNanos(nanos - askedAt));
        }

        boolean showsLapsedAt(long nanos) {
            StoreTime then = at(nanos);
            return holds.stream().anyMatch(hold -> !hold.isLive(then));
        }
    }

    Line(Root root, LockStore store, EngineHost host) {
        this.root = root;
        this.store = store;
        this.host = host;
    }

    private static NavigableSet<Waiter> lineOf(Collection<Waiter> all) {
        NavigableSet<Waiter> line = new ConcurrentSkipListSet<>(Waiter.TURN_ORDER);
        line.addAll(all);
        return line;
    }

    void asked() {
        askedAt = host.monotonicNanos();
    }

    boolean wasAskedWithin(Duration time) {
        return host.monotonicNanos() - askedAt < time.toNanos();
    }

    Lines.Seen seenBy(Waiter waiter) {
        refresh();
        NavigableSet<Waiter> line;
        Look seen;
        mutex.lock();
        try {
            line = waiters;
            seen = look;
        } finally {
            mutex.unlock();
        }
        if (seen == null) {
            throw new IllegalStateException("'" + root + "' was not looked at");
        }
        List<Waiter> ahead =
                line.headSet(waiter).stream()
                        .filter(other -> other.resource().overlaps(waiter.resource()))
                        .toList();
        return new Lines.Seen(seen.at(host.monotonicNanos()), seen.holds(), ahead);
    }

    /** Whom another read for looks again if that began too early to show what this engine did since. */
    private void refresh() {
        if (!isFresh() && read() == Reader.ANOTHER && !isFresh()) {
            read();
        }
    }

    private boolean isFresh() {
        long nanos = host.monotonicNanos();
        mutex.lock();
        try {
            return look != null
                    && look.moves() == moves
                    && nanos - readAt < GOOD_FOR.toNanos()
                    && !look.showsLapsedAt(nanos);
        } finally {
            mutex.unlock();
        }
    }

    private enum Reader {
        THIS_ONE,
        ANOTHER
    }

    /** Fails for all who wait for it if it fails: a store that is away is not asked by one after the other. */
    private Reader read() {
        Task task = begin();
        if (task.reader() == Reader.ANOTHER) {
            await(task.reading());
            return Reader.ANOTHER;
        }
        try {
            read(task);
            end();
            task.reading().complete(null);
        } catch (RuntimeException | Error e) {
            end();
            task.reading().completeExceptionally(e);
            throw e;
        }
        return Reader.THIS_ONE;
    }

    private static void await(CompletableFuture<Void> reading) {
        try {
            reading.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /**
     * What there is to read.
     *
     * @param moves those before it
     */
    private record Task(Reader reader, CompletableFuture<Void> reading, Extent extent, long moves) {
        enum Extent {
            HOLDS,
            ALL
        }
    }

    private Task begin() {
        long nanos = host.monotonicNanos();
        mutex.lock();
        try {
            boolean hasLine = look != null && nanos - readAt < GOOD_FOR.toNanos();
            Task.Extent extent = hasLine ? Task.Extent.HOLDS : Task.Extent.ALL;
            CompletableFuture<Void> others = reading;
            if (others != null) {
                return new Task(Reader.ANOTHER, others, extent, moves);
            }
            var mine = new CompletableFuture<Void>();
            reading = mine;
            return new Task(Reader.THIS_ONE, mine, extent, moves);
        } finally {
            mutex.unlock();
        }
    }

    private void end() {
        mutex.lock();
        try {
            reading = null;
            meanwhile.clear();
        } finally {
            mutex.unlock();
        }
    }

    private void read(Task task) {
        long nanos = host.monotonicNanos();
        RootView view = store.read(root, Interest.NONE);
        StoreTime now = view.now();
        List<Hold> holds = view.holds().stream().filter(hold -> hold.isLive(now)).toList();
        NavigableSet<Waiter> line =
                task.extent() == Task.Extent.ALL
                        ? lineOf(
                                store.queue(root, Queues.SHOWN_MAX).stream()
                                        .filter(waiter -> waiter.isLive(now))
                                        .toList())
                        : null;
        mutex.lock();
        try {
            look = new Look(now, holds, nanos, task.moves());
            if (line != null) {
                meanwhile.forEach(change -> change.accept(line));
                waiters = line;
                readAt = nanos;
            }
        } finally {
            mutex.unlock();
        }
    }

    /** By this engine. */
    void committed(CommitLoop.Made made) {
        mutex.lock();
        try {
            long number = made.stamp().firstNumber();
            for (Change change : made.commit().changes()) {
                if (change instanceof Change.Join(var draft)) {
                    Waiter joined = draft.stamped(made.stamp().now(), new Ticket(number++));
                    change(line -> line.add(joined));
                } else if (change instanceof Change.Leave leave) {
                    change(line -> line.remove(leave.waiter()));
                } else if (change.isStructural()) {
                    number += change instanceof Change.Grant ? 1 : 0;
                    moves++;
                }
            }
        } finally {
            mutex.unlock();
        }
    }

    @GuardedBy("mutex")
    private void change(Consumer<Collection<Waiter>> change) {
        change.accept(waiters);
        if (reading != null) {
            meanwhile.add(change);
        }
    }
}

package holdfast.store.dynamodb;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.EngineId;
import holdfast.store.Commit;
import holdfast.store.LockStore.Listening;
import holdfast.store.Notice;
import holdfast.store.Stamp;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who listens in this process. Of commits made here listeners hear at once; of those of other processes when the mailbox is looked
 * into: often while somebody here waits in line, less and less so the longer it takes, and rarely otherwise. One thread looks, and
 * another calls the listeners. Safe for use by many threads.
 */
final class Notices implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Notices.class);
    private static final Duration SOON = Duration.ofMillis(50);
    private static final Duration WAITING_AT_MOST = Duration.ofSeconds(1);

    /** How often those look who do not wait for anything. */
    static final Duration IDLE = Duration.ofSeconds(5);

    /** Who waits touches its place more often than this. */
    private static final Duration WAITS_FOR = Duration.ofSeconds(30);

    private final Mailbox mailbox;
    private final RootSlots slots;
    private final Duration idle;
    private final ExecutorService teller =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name("holdfast-dynamodb-listeners").factory());
    private final Map<EngineId, List<Consumer<Notice>>> listeners = new ConcurrentHashMap<>();
    private final ReentrantLock mutex = new ReentrantLock();
    private final Condition changed = mutex.newCondition();

    @GuardedBy("mutex")
    private boolean closed;

    @GuardedBy("mutex")
    private boolean looking;

    @GuardedBy("mutex")
    private Duration pause;

    @GuardedBy("mutex")
    private long waitedForAtNanos;

    /** @param idle see {@link #IDLE} */
    Notices(Mailbox mailbox, RootSlots slots, Duration idle) {
        this.mailbox = mailbox;
        this.slots = slots;
        this.idle = idle;
        this.pause = idle;
    }

    Listening listen(EngineId engine, Consumer<Notice> listener) {
        mutex.lock();
        try {
            if (closed) {
                throw new StoreException.Unavailable("the store is closed", null);
            }
            listeners.computeIfAbsent(engine, key -> new CopyOnWriteArrayList<>()).add(listener);
            if (!looking) {
                looking = true;
                Thread.ofPlatform().daemon().name("holdfast-dynamodb-mailbox").start(this::look);
            }
        } finally {
            mutex.unlock();
        }
        return () -> leave(engine, listener);
    }

    private void leave(EngineId engine, Consumer<Notice> listener) {
        listeners.computeIfPresent(
                engine,
                (key, all) -> {
                    all.remove(listener);
                    return all.isEmpty() ? null : all;
                });
    }

    /** Those who do not listen here. */
    Set<EngineId> elsewhere(Collection<EngineId> engines) {
        return engines.stream()
                .filter(engine -> !listeners.containsKey(engine))
                .collect(Collectors.toSet());
    }

    /** The times of this store are bounds, by which nobody can tell how long a grant lasts before it has asked itself. */
    void tell(Commit commit, Stamp stamp) {
        for (EngineId engine : commit.tell()) {
            if (listeners.containsKey(engine)) {
                pass(engine, Notice.of(commit, stamp, engine).unwarranted());
            }
        }
    }

    /** Somebody here has joined a queue. */
    void joined() {
        wait(SOON);
    }

    /** Somebody here waits still. */
    void waits() {
        wait(WAITING_AT_MOST);
    }

    private void wait(Duration atMost) {
        mutex.lock();
        try {
            waitedForAtNanos = System.nanoTime();
            if (pause.compareTo(atMost) > 0) {
                pause = atMost;
                changed.signalAll();
            }
        } finally {
            mutex.unlock();
        }
    }

    private void look() {
        while (rest()) {
            for (EngineId engine : listeners.keySet()) {
                try {
                    mailbox.look(
                            engine,
                            letter -> {
                                slots.hear(letter);
                                pass(engine, letter.notice(engine));
                            });
                } catch (StoreException e) {
                    LOG.debug("notices for {} could not be read: {}", engine, e.getMessage());
                } catch (RuntimeException e) {
                    LOG.warn("notices for {} could not be read", engine, e);
                }
            }
        }
    }

    /** @return false when the store was closed */
    private boolean rest() {
        mutex.lock();
        try {
            long left = pause.toNanos();
            while (!closed && left > 0) {
                Duration before = pause;
                left = changed.awaitNanos(left);
                left = pause.compareTo(before) < 0 ? Math.min(left, pause.toNanos()) : left;
            }
            boolean waits = System.nanoTime() - waitedForAtNanos < WAITS_FOR.toNanos();
            Duration longer = pause.multipliedBy(3).dividedBy(2);
            Duration most = waits && waitedForAtNanos != 0 ? WAITING_AT_MOST : idle;
            pause = longer.compareTo(most) > 0 ? most : longer;
            return !closed;
        } catch (InterruptedException e) {
            return false;
        } finally {
            mutex.unlock();
        }
    }

    private void pass(EngineId engine, Notice notice) {
        try {
            teller.execute(() -> call(engine, notice));
        } catch (RejectedExecutionException e) {
            LOG.debug("a notice for '{}' came after the store was closed", notice.root());
        }
    }

    private void call(EngineId engine, Notice notice) {
        for (Consumer<Notice> listener : listeners.getOrDefault(engine, List.of())) {
            try {
                listener.accept(notice);
            } catch (RuntimeException | Error e) {
                LOG.warn(
                        "a listener of engine {} failed on {}; it will be called again",
                        engine,
                        notice.root(),
                        e);
            }
        }
    }

    @Override
    public void close() {
        mutex.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            mutex.unlock();
        }
        teller.shutdownNow();
    }
}

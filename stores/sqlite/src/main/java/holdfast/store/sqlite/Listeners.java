package holdfast.store.sqlite;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.EngineId;
import holdfast.model.Root;
import holdfast.store.LockStore.Listening;
import holdfast.store.Notice;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who listens in this process. Listeners are called on one thread of the store, which the first of them starts: so neither a
 * commit nor the search for notices of other processes ever waits for a listener. Safe for use by many threads.
 */
final class Listeners implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

    private final Map<EngineId, List<Subscription>> byEngine = new ConcurrentHashMap<>();

    /** Innermost lock: protects what follows, and no listener is called while it is held. */
    private final ReentrantLock mutex = new ReentrantLock();

    private final Condition news = mutex.newCondition();

    /** What has to be told, each once: a root that changed ten times is looked at once. */
    @GuardedBy("mutex")
    private final Set<Letter> untold = new LinkedHashSet<>();

    @GuardedBy("mutex")
    private @Nullable Thread teller;

    @GuardedBy("mutex")
    private boolean closed;

    /** An engine of this process and the root it should look at. */
    record Letter(EngineId engine, Root root) {}

    boolean isHere(EngineId engine) {
        return byEngine.containsKey(engine);
    }

    Set<EngineId> engines() {
        return Set.copyOf(byEngine.keySet());
    }

    Listening add(EngineId engine, Consumer<Notice> listener) {
        var subscription = new Subscription(engine, listener);
        byEngine.compute(
                engine,
                (key, present) -> {
                    List<Subscription> all =
                            present == null ? new CopyOnWriteArrayList<>() : present;
                    all.add(subscription);
                    return all;
                });
        startTelling();
        return subscription;
    }

    /** Returns at once; the listeners are called soon. */
    void tell(List<Letter> notices) {
        if (notices.isEmpty()) {
            return;
        }
        mutex.lock();
        try {
            untold.addAll(notices);
            news.signal();
        } finally {
            mutex.unlock();
        }
    }

    private void startTelling() {
        mutex.lock();
        try {
            if (teller == null && !closed) {
                teller =
                        Thread.ofPlatform()
                                .daemon()
                                .name("holdfast-sqlite-listeners")
                                .start(this::tellAll);
            }
        } finally {
            mutex.unlock();
        }
    }

    private void tellAll() {
        for (List<Letter> next = await(); !next.isEmpty(); next = await()) {
            next.forEach(this::call);
        }
    }

    /** What is untold; empty when the store is closed. */
    private List<Letter> await() {
        mutex.lock();
        try {
            while (untold.isEmpty() && !closed) {
                news.awaitUninterruptibly();
            }
            List<Letter> next = closed ? List.of() : new ArrayList<>(untold);
            untold.clear();
            return next;
        } finally {
            mutex.unlock();
        }
    }

    private void call(Letter letter) {
        for (Subscription subscription : byEngine.getOrDefault(letter.engine(), List.of())) {
            try {
                subscription.listener.accept(new Notice(letter.root()));
            } catch (RuntimeException | Error e) {
                LOG.warn(
                        "a listener of engine {} failed on {}; it will be called again",
                        letter.engine(),
                        letter.root(),
                        e);
            }
        }
    }

    @Override
    public void close() {
        mutex.lock();
        try {
            closed = true;
            news.signalAll();
        } finally {
            mutex.unlock();
        }
    }

    private final class Subscription implements Listening {
        private final EngineId engine;
        private final Consumer<Notice> listener;

        Subscription(EngineId engine, Consumer<Notice> listener) {
            this.engine = engine;
            this.listener = listener;
        }

        @Override
        public void close() {
            byEngine.computeIfPresent(
                    engine,
                    (key, all) -> {
                        all.remove(this);
                        return all.isEmpty() ? null : all;
                    });
        }
    }
}

package holdfast.store.redis;

import holdfast.model.EngineId;
import holdfast.store.LockStore.Listening;
import holdfast.store.Notice;
import holdfast.store.StoreException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who listens in this process. Listeners are called on the thread that hears, which does nothing else: no commit ever waits for one.
 * Safe for use by many threads.
 */
final class Notices implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Notices.class);

    private final Subscriptions subscriptions;
    private final Map<EngineId, List<Consumer<Notice>>> listeners = new ConcurrentHashMap<>();
    private volatile boolean closed;

    Notices(RedisLink<String> link) {
        subscriptions = new Subscriptions(link, this::tell);
    }

    /** Returns when Redis knows of it. */
    Listening listen(EngineId engine, Consumer<Notice> listener) {
        if (closed) {
            throw new StoreException.Unavailable("the store is closed", null);
        }
        listeners.computeIfAbsent(engine, key -> new CopyOnWriteArrayList<>()).add(listener);
        try {
            subscriptions.open(engine);
        } catch (StoreException e) {
            leave(engine, listener);
            throw e;
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
        if (!listeners.containsKey(engine)) {
            subscriptions.close(engine);
        }
    }

    private void tell(EngineId engine, String letter) {
        for (Consumer<Notice> listener : listeners.getOrDefault(engine, List.of())) {
            try {
                listener.accept(Letter.read(letter));
            } catch (RuntimeException | Error e) {
                LOG.warn(
                        "a listener of engine {} failed on a notice; it will be called again",
                        engine,
                        e);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        subscriptions.close();
    }
}

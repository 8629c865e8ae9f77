package holdfast.store.memory;

import holdfast.model.EngineId;
import holdfast.store.Commit;
import holdfast.store.LockStore;
import holdfast.store.Notice;
import holdfast.store.Stamp;
import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Who wants to hear of commits. Safe for use by many threads, and never called with the store's lock held. */
final class Notices {
    private static final System.Logger LOG = System.getLogger(Notices.class.getName());

    private final Executor executor;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    Notices(Executor executor) {
        this.executor = executor;
    }

    LockStore.Listening listen(EngineId engine, Consumer<Notice> consumer) {
        var listener = new Listener(engine, consumer);
        listeners.add(listener);
        return listener;
    }

    /** In the order of the engines' ids, so that a run can be repeated exactly. */
    void tell(Commit commit, Stamp stamp) {
        if (listeners.isEmpty() || commit.tell().isEmpty()) {
            return;
        }
        commit.tell().stream()
                .sorted(Comparator.comparing(EngineId::text))
                .flatMap(engine ->
                        listeners.stream().filter(listener -> listener.engine.equals(engine)))
                .forEach(listener -> {
                    Notice notice = Notice.of(commit, stamp, listener.engine);
                    executor.execute(() -> listener.hear(notice));
                });
    }

    void closeAll() {
        listeners.forEach(Listener::close);
    }

    private final class Listener implements LockStore.Listening {
        private final EngineId engine;
        private final Consumer<Notice> consumer;
        private volatile boolean open = true;

        private Listener(EngineId engine, Consumer<Notice> consumer) {
            this.engine = engine;
            this.consumer = consumer;
        }

        private void hear(Notice notice) {
            if (!open) {
                return;
            }
            try {
                consumer.accept(notice);
            } catch (RuntimeException e) {
                // A notice is a hint: whoever fails to take it must not spoil it for the others.
                LOG.log(
                        Level.WARNING,
                        "The listener of engine " + engine + " failed for root " + notice.root(),
                        e);
            }
        }

        @Override
        public void close() {
            open = false;
            listeners.remove(this);
        }
    }
}

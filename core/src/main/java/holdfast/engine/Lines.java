package holdfast.engine;

import holdfast.model.Hold;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Waiter;
import holdfast.store.LockStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Who waits for which root, for those who ask for their place: a line is read once a second, however many ask. What this engine does to it
 * shows at once, what others do after a second. Safe for use by many threads.
 */
final class Lines {
    /** Longer than a line is good for: who asks now and then finds it again. */
    static final Duration KEPT_FOR = Duration.ofSeconds(10);

    private final LockStore store;
    private final EngineHost host;
    private final Map<Root, Line> lines = new ConcurrentHashMap<>();
    private final AtomicLong swept;

    Lines(LockStore store, EngineHost host) {
        this.store = store;
        this.host = host;
        this.swept = new AtomicLong(host.monotonicNanos());
    }

    /**
     * What one look showed.
     *
     * @param now not before the store's own time, or a place would seem to last for longer than it does
     * @param holds those of the root that were live
     * @param ahead who is served before the waiter, next first
     */
    record Seen(StoreTime now, List<Hold> holds, List<Waiter> ahead) {}

    /** For somebody who is in line. */
    Seen of(Waiter waiter) {
        forgetOld();
        return asked(waiter.resource().root()).seenBy(waiter);
    }

    private Line asked(Root root) {
        return lines.compute(
                root,
                (key, known) -> {
                    Line line = known == null ? new Line(key, store, host) : known;
                    line.asked();
                    return line;
                });
    }

    /** A commit of this engine. */
    void committed(CommitLoop.Made made) {
        Line line = lines.get(made.commit().root());
        if (line != null) {
            line.committed(made);
            forgetOld();
        }
    }

    int known() {
        return lines.size();
    }

    /** Whom nobody has asked for in a while. */
    private void forgetOld() {
        long last = swept.get();
        long now = host.monotonicNanos();
        if (now - last >= KEPT_FOR.toNanos() && swept.compareAndSet(last, now)) {
            // Not by removing values: somebody may ask between the look at one and its removal.
            lines.keySet()
                    .forEach(root ->
                            lines.computeIfPresent(
                                    root,
                                    (key, line) -> line.wasAskedWithin(KEPT_FOR) ? line : null));
        }
    }
}

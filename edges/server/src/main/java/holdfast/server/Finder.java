package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.model.Ending;
import holdfast.model.ErrorCode;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.RenewOutcome;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.store.AuditRecord;
import holdfast.store.RootView;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds locks by their ids, with or without a word from the caller where they are. */
final class Finder {
    private static final int LATEST = 200;

    private final LockEngine engine;
    private final Consumer<ErrorCode> errors;
    private final Search search = new Search(this::rootsOf);

    /** A lock as it was at a time of the store. */
    record Found(Hold hold, StoreTime now) {}

    /** @param errors counts locks that are lost: each may be one of several in an answer */
    Finder(LockEngine engine, Consumer<ErrorCode> errors) {
        this.engine = engine;
        this.errors = errors;
    }

    /** Where the lock is, or was if somebody took it away. */
    Root root(LockId lock, Optional<Root> named) throws InterruptedException {
        return named.isPresent()
                ? named.get()
                : Optional.ofNullable(roots(Set.of(lock)).get(lock))
                        .orElseThrow(() -> Problems.lost(lock, null));
    }

    /** The same for many at once, those that are found. */
    Map<LockId, Root> roots(Set<LockId> locks) throws InterruptedException {
        return search.of(locks);
    }

    private Map<LockId, Root> rootsOf(Set<LockId> locks) {
        var roots = new HashMap<>(engine.rootsOf(locks));
        if (!roots.keySet().containsAll(locks)) {
            var forced = new HashMap<String, Root>();
            for (AuditRecord record : engine.audit(LATEST)) {
                forced.putIfAbsent(lockIn(record), record.entry().resource().root());
            }
            for (LockId lock : locks) {
                Root root = forced.get(lock.text());
                if (root != null) {
                    roots.putIfAbsent(lock, root);
                }
            }
        }
        return roots;
    }

    /** The lock that was taken away; empty if the record is about something else. */
    private static String lockIn(AuditRecord record) {
        return record.entry().details().getOrDefault("lock_id", "");
    }

    /** The live lock with this id, wherever it is; there first of all. */
    Optional<Hold> find(LockId lock, Root there) throws InterruptedException {
        Optional<Hold> found = engine.find(lock, there);
        if (found.isPresent()) {
            return found;
        }
        Root elsewhere = roots(Set.of(lock)).get(lock);
        return elsewhere == null || elsewhere.equals(there)
                ? Optional.empty()
                : engine.find(lock, elsewhere);
    }

    /** The lock, live or lapsed. */
    Optional<Found> in(Root root, LockId lock) {
        return in(engine.look(root), lock);
    }

    private static Optional<Found> in(RootView view, LockId lock) {
        return view.holds().stream()
                .filter(hold -> hold.id().equals(lock))
                .findFirst()
                .map(hold -> new Found(hold, view.now()));
    }

    /** The lock, or else how it ended, if the caller may know of that. */
    Found live(Call call, LockId lock, Optional<Root> named) throws InterruptedException {
        return live(call, lock, root(lock, named));
    }

    Found live(Call call, LockId lock, Root root) {
        return live(call, lock, engine.look(root));
    }

    Found live(Call call, LockId lock, RootView view) {
        return in(view, lock)
                .filter(found -> found.hold().isLive(found.now()))
                .orElseThrow(() -> {
                    call.requireHearing(view.root());
                    return lost(lock, ending(view.root(), lock));
                });
    }

    /** What to tell of a lock that is over, with the time if somebody took it away. */
    Problem lost(LockId lock, @Nullable Ending ending) {
        Problem lost =
                Problems.lost(
                        lock, ending, ending instanceof Ending.Forced ? forcedAt(lock) : null);
        errors.accept(lost.code());
        return lost.counted();
    }

    private @Nullable StoreTime forcedAt(LockId lock) {
        return forced(lock).map(AuditRecord::at).orElse(null);
    }

    private Optional<AuditRecord> forced(LockId lock) {
        return engine.audit(LATEST).stream()
                .filter(record -> lock.text().equals(lockIn(record)))
                .findFirst();
    }

    private @Nullable Ending ending(Root root, LockId lock) {
        return engine.remote().lost(root, lock) instanceof RenewOutcome.Lost lost
                ? lost.ending()
                : null;
    }
}

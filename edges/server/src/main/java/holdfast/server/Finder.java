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
import holdfast.store.LockStore;
import holdfast.store.RootView;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds locks by their ids, with or without a word from the caller where they are. */
final class Finder {
    private static final int LATEST = 200;

    private final LockEngine engine;
    private final LockStore store;
    private final Consumer<ErrorCode> errors;

    /** A lock as it was at a time of the store. */
    record Found(Hold hold, StoreTime now) {}

    /** @param errors counts locks that are lost: each may be one of several in an answer */
    Finder(LockEngine engine, LockStore store, Consumer<ErrorCode> errors) {
        this.engine = engine;
        this.store = store;
        this.errors = errors;
    }

    /** Where the lock is, or was if somebody took it away. */
    Root root(LockId lock, Optional<Root> named) {
        return named.or(() -> store.rootOf(lock))
                .or(() -> forced(lock).map(record -> record.entry().resource().root()))
                .orElseThrow(() -> Problems.lost(lock, null));
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
    Found live(Call call, LockId lock, Optional<Root> named) {
        return live(call, lock, engine.look(root(lock, named)));
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
                .filter(record -> lock.text().equals(record.entry().details().get("lock_id")))
                .findFirst();
    }

    private @Nullable Ending ending(Root root, LockId lock) {
        return engine.remote().lost(root, lock) instanceof RenewOutcome.Lost lost
                ? lost.ending()
                : null;
    }
}

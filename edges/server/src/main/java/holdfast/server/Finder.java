package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.RenewOutcome;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.store.LockStore;
import holdfast.store.RootView;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds locks by their ids, with or without a word from the caller where they are. */
final class Finder {
    private final LockEngine engine;
    private final LockStore store;

    /** A lock as it was at a time of the store. */
    record Found(Hold hold, StoreTime now) {}

    Finder(LockEngine engine, LockStore store) {
        this.engine = engine;
        this.store = store;
    }

    /** Where the lock is or was. */
    Root root(LockId lock, Optional<Root> named) {
        return named.or(() -> store.rootOf(lock)).orElseThrow(() -> Problems.lost(lock, null));
    }

    /** The lock, live or lapsed. */
    Optional<Found> in(Root root, LockId lock) {
        RootView view = engine.look(root);
        return view.holds().stream()
                .filter(hold -> hold.id().equals(lock))
                .findFirst()
                .map(hold -> new Found(hold, view.now()));
    }

    /** The lock, or else how it ended. */
    Found live(LockId lock, Optional<Root> named) {
        Root root = root(lock, named);
        return in(root, lock)
                .filter(found -> found.hold().isLive(found.now()))
                .orElseThrow(() -> Problems.lost(lock, ending(root, lock)));
    }

    private @Nullable Ending ending(Root root, LockId lock) {
        return engine.remote().lost(root, lock) instanceof RenewOutcome.Lost lost
                ? lost.ending()
                : null;
    }
}

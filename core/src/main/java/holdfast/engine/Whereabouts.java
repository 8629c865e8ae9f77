package holdfast.engine;

import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Root;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.RootView;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds locks of which only the id is known. Safe for use by many threads. */
final class Whereabouts {
    private final LockStore store;
    private final KnownPlaces places = new KnownPlaces();

    Whereabouts(LockStore store) {
        this.store = store;
    }

    Optional<Hold> find(LockId lock) {
        return places.of(lock)
                .or(() -> Optional.ofNullable(rootsOf(Set.of(lock)).get(lock)))
                .flatMap(root -> find(lock, root));
    }

    Optional<Hold> find(LockId lock, Root root) {
        RootView view = store.read(root, Interest.NONE);
        Optional<Hold> found =
                view.holds().stream()
                        .filter(hold -> hold.id().equals(lock) && hold.isLive(view.now()))
                        .findFirst();
        found.ifPresent(hold -> places.found(lock, root));
        return found;
    }

    Map<LockId, Root> rootsOf(Set<LockId> locks) {
        Map<LockId, Root> roots = store.rootsOf(locks);
        roots.forEach(places::found);
        return roots;
    }
}

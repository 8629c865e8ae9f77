package holdfast.store.memory;

import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.OwnerId;
import holdfast.model.Root;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** In which roots locks and owners are. Guarded by the store. */
final class Whereabouts {
    private final Map<LockId, Root> locks = new HashMap<>();
    private final Map<OwnerId, Set<Root>> owners = new HashMap<>();

    Optional<Root> of(LockId lock) {
        return Optional.ofNullable(locks.get(lock));
    }

    /** In order. */
    Set<Root> of(OwnerId owner) {
        return Collections.unmodifiableSet(new TreeSet<>(owners.getOrDefault(owner, Set.of())));
    }

    void arrived(Hold hold, RootState state) {
        locks.put(hold.id(), state.root());
        arrived(hold.owner().id(), state);
    }

    void arrived(OwnerId owner, RootState state) {
        owners.merge(owner, state.alone(), Whereabouts::union);
    }

    void ended(Hold hold, RootState state) {
        locks.remove(hold.id(), state.root());
        left(hold.owner().id(), state);
    }

    /** Something of the owner is gone from the root, but perhaps not the last. */
    void left(OwnerId owner, RootState state) {
        if (!state.hasOwner(owner)) {
            owners.computeIfPresent(owner, (same, roots) -> without(roots, state.root()));
        }
    }

    private static Set<Root> union(Set<Root> known, Set<Root> one) {
        if (known.containsAll(one)) {
            return known;
        }
        Set<Root> roots = known instanceof TreeSet<Root> several ? several : new TreeSet<>(known);
        roots.addAll(one);
        return roots;
    }

    private static @Nullable Set<Root> without(Set<Root> known, Root root) {
        if (known instanceof TreeSet<Root> several) {
            several.remove(root);
            return several.isEmpty() ? null : several;
        }
        return known.contains(root) ? null : known;
    }
}

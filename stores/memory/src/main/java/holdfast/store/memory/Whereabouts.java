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

/** In which roots locks and owners are. Guarded by the store. */
final class Whereabouts {
    private final Map<LockId, Root> locks = new HashMap<>();

    /** Most owners are in one root, and a set for each of them would cost more than the rest of the index. */
    private final Map<OwnerId, Root> inOneRoot = new HashMap<>();

    private final Map<OwnerId, TreeSet<Root>> inSeveral = new HashMap<>();

    Optional<Root> of(LockId lock) {
        return Optional.ofNullable(locks.get(lock));
    }

    /** In order. */
    Set<Root> of(OwnerId owner) {
        Root only = inOneRoot.get(owner);
        if (only != null) {
            return Set.of(only);
        }
        return Collections.unmodifiableSet(
                new TreeSet<>(inSeveral.getOrDefault(owner, new TreeSet<>())));
    }

    void arrived(Hold hold, Root root) {
        locks.put(hold.id(), root);
        arrived(hold.owner().id(), root);
    }

    void arrived(OwnerId owner, Root root) {
        TreeSet<Root> several = inSeveral.get(owner);
        if (several != null) {
            several.add(root);
            return;
        }
        Root only = inOneRoot.putIfAbsent(owner, root);
        if (only != null && !only.equals(root)) {
            inOneRoot.remove(owner);
            inSeveral.put(owner, new TreeSet<>(Set.of(only, root)));
        }
    }

    void ended(Hold hold, RootState state) {
        locks.remove(hold.id(), state.root());
        left(hold.owner().id(), state);
    }

    /** Something of the owner is gone from the root, but perhaps not the last. */
    void left(OwnerId owner, RootState state) {
        if (state.hasOwner(owner)) {
            return;
        }
        inOneRoot.remove(owner, state.root());
        TreeSet<Root> several = inSeveral.get(owner);
        if (several != null) {
            several.remove(state.root());
            if (several.size() == 1) {
                inSeveral.remove(owner);
                inOneRoot.put(owner, several.first());
            }
        }
    }
}

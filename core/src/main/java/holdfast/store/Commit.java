package holdfast.store;

import holdfast.model.EngineId;
import holdfast.model.Root;
import java.util.List;
import java.util.Set;

/**
 * Changes of one root that happen together, or not at all if a condition does not hold.
 *
 * @param interest what a refusal should show
 * @param tell engines that should look at the root afterwards; a hint
 */
public record Commit(
        Root root,
        Interest interest,
        List<Condition> conditions,
        List<Change> changes,
        Set<EngineId> tell) {
    public Commit {
        conditions = List.copyOf(conditions);
        changes = List.copyOf(changes);
        tell = Set.copyOf(tell);
    }

    public Commit withInterest(Interest other) {
        return new Commit(root, other, conditions, changes, tell);
    }
}

package holdfast.store.testkit;

import holdfast.model.EngineId;
import holdfast.model.Root;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.Condition;
import holdfast.store.Interest;
import java.util.List;
import java.util.Set;

/** Makes a {@link Commit} step by step. Start at {@link Drafts#commit}. */
public final class CommitDrafting {
    private final List<Change> changes;
    private Root root = Drafts.ROOT;
    private Interest interest = Interest.NONE;
    private List<Condition> conditions = List.of();
    private Set<EngineId> tell = Set.of();

    CommitDrafting(List<Change> changes) {
        this.changes = changes;
    }

    public CommitDrafting to(Root other) {
        root = other;
        return this;
    }

    /** Only if all of these hold. */
    public CommitDrafting given(Condition... all) {
        conditions = List.of(all);
        return this;
    }

    public CommitDrafting interest(Interest other) {
        interest = other;
        return this;
    }

    public CommitDrafting tell(EngineId... engines) {
        tell = Set.of(engines);
        return this;
    }

    public Commit draft() {
        return new Commit(root, interest, conditions, changes, tell);
    }
}

package holdfast.engine;

import holdfast.model.AuditEntry;
import holdfast.model.EngineId;
import holdfast.model.Freeze;
import holdfast.model.Freezes;
import holdfast.model.LockId;
import holdfast.model.OwnerId;
import holdfast.model.Root;
import holdfast.model.Waiter;
import holdfast.store.Agreement;
import holdfast.store.AuditRecord;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import holdfast.store.FreezeDraft;
import holdfast.store.HoldCursor;
import holdfast.store.HoldPage;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.Notice;
import holdfast.store.Predecessor;
import holdfast.store.RootView;
import holdfast.store.Stamp;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A store in which nothing is and which takes everything. */
final class StubStore implements LockStore {
    @Override
    public RootView read(Root root, Interest interest) {
        return RootView.untouched(root, Stubs.NOON);
    }

    @Override
    public List<CommitResult> commit(List<Commit> commits) {
        return commits.stream()
                .<CommitResult>map(
                        commit -> new CommitResult.Committed(new Stamp(Stubs.NOON, 1, 1, Set.of())))
                .toList();
    }

    @Override
    public HoldPage holds(@Nullable HoldCursor after, int limit) {
        return new HoldPage(Stubs.NOON, List.of());
    }

    @Override
    public List<Waiter> queue(Root root, int limit) {
        return List.of();
    }

    @Override
    public List<Root> waitingRoots(@Nullable Root after, int limit) {
        return List.of();
    }

    @Override
    public Optional<Root> rootOf(LockId lock) {
        return Optional.empty();
    }

    @Override
    public Set<Root> entangling(OwnerId owner) {
        return Set.of();
    }

    @Override
    public List<Root> lapsed(int limit) {
        return List.of();
    }

    @Override
    public Freezes freezes() {
        return new Freezes(Stubs.NOON, List.of());
    }

    @Override
    public Optional<Freeze> placeFreeze(FreezeDraft draft, Predecessor replaced, AuditEntry audit) {
        throw new AssertionError("nobody freezes here");
    }

    @Override
    public Optional<Freeze> liftFreeze(Freeze seen, AuditEntry audit) {
        return Optional.empty();
    }

    @Override
    public List<AuditRecord> audit(int limit) {
        return List.of();
    }

    @Override
    public Agreement agree(Agreement proposal) {
        return proposal;
    }

    @Override
    public Listening listen(EngineId engine, Consumer<Notice> listener) {
        return () -> {};
    }

    @Override
    public void close() {}
}

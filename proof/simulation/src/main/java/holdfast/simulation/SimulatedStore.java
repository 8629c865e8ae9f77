package holdfast.simulation;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The store as one process sees it, across a network that may do anything. */
final class SimulatedStore implements LockStore {
    private final Node node;
    private final World world;
    private final Ground ground;
    private final Wire wire;

    SimulatedStore(Node node) {
        this.node = node;
        this.world = node.world();
        this.ground = world.ground();
        this.wire = new Wire(world);
    }

    @Override
    public RootView read(Root root, Interest interest) {
        Actor actor = world.scheduler().running();
        RootView view = wire.read(() -> ground.store().read(root, interest));
        actor.saw(root, interest, view.now());
        return view;
    }

    @Override
    public List<CommitResult> commit(List<Commit> commits) {
        Actor actor = world.scheduler().running();
        List<CommitResult> results =
                wire.write(
                        shown(commits),
                        late -> {
                            var made = new ArrayList<CommitResult>();
                            for (Commit commit : commits) {
                                made.add(ground.commit(commit, late ? null : actor));
                            }
                            return made;
                        });
        for (int i = 0; i < results.size(); i++) {
            Commit commit = commits.get(i);
            switch (results.get(i)) {
                case CommitResult.Refused refused ->
                        actor.saw(commit.root(), commit.interest(), refused.view().now());
                case CommitResult.Committed committed -> actor.committed(commit.root());
            }
        }
        return results;
    }

    private String shown(List<Commit> commits) {
        var text = new StringBuilder();
        for (Commit commit : commits) {
            text.append(' ').append(Shown.of(commit));
        }
        return text.toString();
    }

    @Override
    public HoldPage holds(@Nullable HoldCursor after, int limit) {
        return wire.read(() -> ground.store().holds(after, limit));
    }

    @Override
    public List<Waiter> queue(Root root, int limit) {
        return wire.read(() -> ground.store().queue(root, limit));
    }

    @Override
    public List<Root> waitingRoots(@Nullable Root after, int limit) {
        return wire.read(() -> ground.store().waitingRoots(after, limit));
    }

    @Override
    public Optional<Root> rootOf(LockId lock) {
        return wire.read(() -> ground.store().rootOf(lock));
    }

    @Override
    public Set<Root> entangling(OwnerId owner) {
        return wire.read(() -> ground.store().entangling(owner));
    }

    @Override
    public List<Root> lapsed(int limit) {
        return wire.read(() -> ground.store().lapsed(limit));
    }

    @Override
    public Freezes freezes() {
        return wire.read(() -> ground.freezes());
    }

    @Override
    public Optional<Freeze> placeFreeze(FreezeDraft draft, Predecessor replaced, AuditEntry audit) {
        return wire.write(
                "freeze " + draft.prefix(),
                late -> {
                    Optional<Freeze> placed = ground.store().placeFreeze(draft, replaced, audit);
                    placed.ifPresent(world.checker()::frozen);
                    return placed;
                });
    }

    @Override
    public Optional<Freeze> liftFreeze(Freeze seen, AuditEntry audit) {
        return wire.write(
                "thaw " + seen.id(),
                late -> {
                    Optional<Freeze> lifted = ground.store().liftFreeze(seen, audit);
                    lifted.ifPresent(freeze -> world.checker().thawed(freeze.id()));
                    return lifted;
                });
    }

    @Override
    public List<AuditRecord> audit(int limit) {
        return wire.read(() -> ground.store().audit(limit));
    }

    @Override
    public Agreement agree(Agreement proposal) {
        return wire.read(() -> ground.store().agree(proposal));
    }

    @Override
    public Listening listen(EngineId engine, Consumer<Notice> listener) {
        wire.read(() -> {
            ground.listen(engine, node, listener);
            return true;
        });
        return () -> ground.stopListening(engine);
    }

    @Override
    public void close() {}
}

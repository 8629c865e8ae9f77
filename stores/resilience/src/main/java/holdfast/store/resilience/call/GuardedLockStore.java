package holdfast.store.resilience.call;

import holdfast.model.AuditEntry;
import holdfast.model.EngineId;
import holdfast.model.Freeze;
import holdfast.model.Freezes;
import holdfast.model.LockId;
import holdfast.model.Owner;
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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store with a guard around every call. Says of each call what it is for, and nothing else. */
public final class GuardedLockStore implements LockStore {
    private final LockStore store;
    private final Guard guard;
    private final Patience patience;

    public GuardedLockStore(LockStore store, Guard guard, Patience patience) {
        this.store = store;
        this.guard = guard;
        this.patience = patience;
    }

    private <A> A look(String name, Supplier<A> body) {
        return guard.run(patience.usual(Call.of(Purpose.LOOK, Effect.READS, name, body)));
    }

    private <A> A list(String name, Supplier<A> body) {
        return guard.run(patience.usual(Call.of(Purpose.LISTING, Effect.READS, name, body)));
    }

    private <A> A write(String name, Supplier<A> body) {
        return guard.run(patience.usual(Call.of(Purpose.WRITE, Effect.WRITES, name, body)));
    }

    @Override
    public void announce(Owner newcomer) {
        guard.announce(newcomer);
        store.announce(newcomer);
    }

    @Override
    public RootView read(Root root, Interest interest) {
        return look("read", () -> store.read(root, interest));
    }

    @Override
    public List<CommitResult> commit(List<Commit> commits) {
        if (Purpose.of(commits) == Purpose.WRITE) {
            return write("commit", () -> store.commit(commits));
        }
        Duration time = Purpose.patienceOf(commits).orElseThrow();
        return guard.run(
                patience.atMost(
                        time,
                        Call.of(
                                Purpose.RENEWAL,
                                Effect.WRITES,
                                "renew",
                                () -> store.commit(commits))));
    }

    @Override
    public HoldPage holds(@Nullable HoldCursor after, int limit) {
        return list("holds", () -> store.holds(after, limit));
    }

    @Override
    public List<Waiter> queue(Root root, int limit) {
        return list("queue", () -> store.queue(root, limit));
    }

    @Override
    public List<Root> waitingRoots(@Nullable Root after, int limit) {
        return list("waitingRoots", () -> store.waitingRoots(after, limit));
    }

    @Override
    public Optional<Root> rootOf(LockId lock) {
        return look("rootOf", () -> store.rootOf(lock));
    }

    @Override
    public boolean isIndexed() {
        return store.isIndexed();
    }

    @Override
    public Map<LockId, Root> rootsOf(Set<LockId> locks) {
        return look("rootsOf", () -> store.rootsOf(locks));
    }

    @Override
    public Set<Root> entangling(OwnerId owner) {
        return list("entangling", () -> store.entangling(owner));
    }

    @Override
    public List<Root> lapsed(int limit) {
        return list("lapsed", () -> store.lapsed(limit));
    }

    @Override
    public Freezes freezes() {
        return look("freezes", store::freezes);
    }

    @Override
    public Optional<Freeze> placeFreeze(FreezeDraft draft, Predecessor replaced, AuditEntry audit) {
        return write("placeFreeze", () -> store.placeFreeze(draft, replaced, audit));
    }

    @Override
    public Optional<Freeze> liftFreeze(Freeze seen, AuditEntry audit) {
        return write("liftFreeze", () -> store.liftFreeze(seen, audit));
    }

    @Override
    public List<AuditRecord> audit(int limit) {
        return list("audit", () -> store.audit(limit));
    }

    /** Keeping what was agreed twice is the same as once. */
    @Override
    public Agreement agree(Agreement proposal) {
        return look("agree", () -> store.agree(proposal));
    }

    @Override
    public Listening listen(EngineId engine, Consumer<Notice> listener) {
        Call<Listening> call =
                Call.of(Purpose.LOOK, Effect.READS, "listen", () -> store.listen(engine, listener));
        Listening listening = guard.run(patience.usual(call.whenTooLate(Listening::close)));
        return () -> Closing.quietly(guard, patience, listening);
    }

    @Override
    public void close() {
        Closing.quietly(guard, patience, store);
    }
}

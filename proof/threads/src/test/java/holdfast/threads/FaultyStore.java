package holdfast.threads;

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
import holdfast.store.Change;
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
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A store that a test lets fail, and that remembers which commits it was sent. */
@SuppressWarnings("UnnecessaryLambda") // a fault is a value here
final class FaultyStore implements LockStore {
    private static final Runnable NOTHING = () -> {};

    private volatile LockStore store;
    private final List<List<Commit>> sent = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger reads = new AtomicInteger();
    private volatile Consumer<List<Commit>> beforeCommit = commits -> {};
    private volatile Consumer<List<Commit>> afterCommit = commits -> {};
    private volatile Runnable beforeRead = NOTHING;

    /** Also before a freeze is lifted. */
    private volatile Runnable beforeListing = NOTHING;

    private volatile Runnable beforeListen = NOTHING;
    private volatile Runnable beforeEntangling = NOTHING;
    private final List<Consumer<Notice>> ears = new CopyOnWriteArrayList<>();
    private volatile Runnable beforeFreeze = NOTHING;

    FaultyStore(LockStore store) {
        this.store = store;
    }

    /** What was stored is gone, and another store answers from now on. */
    void replaceBy(LockStore other) {
        store = other;
    }

    /** What happens before each commit; it may throw or rest. */
    void beforeCommit(Consumer<List<Commit>> action) {
        beforeCommit = action;
    }

    void afterCommit(Runnable action) {
        afterCommit = commits -> action.run();
    }

    /** What happens to the answers to these commits, which are made. */
    void afterCommits(Consumer<List<Commit>> action) {
        afterCommit = action;
    }

    void beforeRead(Runnable action) {
        beforeRead = action;
    }

    void beforeListen(Runnable action) {
        beforeListen = action;
    }

    void beforeEntangling(Runnable action) {
        beforeEntangling = action;
    }

    /** Tells everybody who listens here something, be it true or not. */
    void tell(Notice notice) {
        ears.forEach(ear -> ear.accept(notice));
    }

    void beforeFreeze(Runnable action) {
        beforeFreeze = action;
    }

    /** Every request fails in this way from now on. */
    void failing(Runnable action) {
        beforeCommit(commits -> action.run());
        beforeRead(action);
        beforeListen(action);
    }

    /** Every request of every kind fails in this way from now on. */
    void out(Runnable action) {
        failing(action);
        beforeListing = action;
        beforeFreeze = action;
    }

    void healthy() {
        out(NOTHING);
        afterCommit(NOTHING);
    }

    int reads() {
        return reads.get();
    }

    /** The batches that were sent so far and consist of such changes alone. */
    List<List<Commit>> batchesOf(Class<? extends Change> change) {
        return List.copyOf(sent).stream()
                .filter(batch ->
                        batch.stream()
                                .flatMap(commit -> commit.changes().stream())
                                .allMatch(change::isInstance))
                .toList();
    }

    @Override
    public RootView read(Root root, Interest interest) {
        reads.incrementAndGet();
        beforeRead.run();
        return store.read(root, interest);
    }

    @Override
    public List<CommitResult> commit(List<Commit> commits) {
        sent.add(commits);
        beforeCommit.accept(commits);
        List<CommitResult> results = store.commit(commits);
        afterCommit.accept(commits);
        return results;
    }

    @Override
    public HoldPage holds(@Nullable HoldCursor after, int limit) {
        beforeListing.run();
        return store.holds(after, limit);
    }

    @Override
    public List<Waiter> queue(Root root, int limit) {
        beforeListing.run();
        return store.queue(root, limit);
    }

    @Override
    public List<Root> waitingRoots(@Nullable Root after, int limit) {
        beforeListing.run();
        return store.waitingRoots(after, limit);
    }

    @Override
    public Optional<Root> rootOf(LockId lock) {
        beforeListing.run();
        return store.rootOf(lock);
    }

    @Override
    public Set<Root> entangling(OwnerId owner) {
        beforeListing.run();
        beforeEntangling.run();
        return store.entangling(owner);
    }

    @Override
    public List<Root> lapsed(int limit) {
        beforeListing.run();
        return store.lapsed(limit);
    }

    @Override
    public Freezes freezes() {
        beforeRead.run();
        return store.freezes();
    }

    @Override
    public Optional<Freeze> placeFreeze(FreezeDraft draft, Predecessor replaced, AuditEntry audit) {
        beforeFreeze.run();
        return store.placeFreeze(draft, replaced, audit);
    }

    @Override
    public Optional<Freeze> liftFreeze(Freeze seen, AuditEntry audit) {
        beforeListing.run();
        return store.liftFreeze(seen, audit);
    }

    @Override
    public List<AuditRecord> audit(int limit) {
        beforeListing.run();
        return store.audit(limit);
    }

    @Override
    public Agreement agree(Agreement proposal) {
        return store.agree(proposal);
    }

    @Override
    public Listening listen(EngineId engine, Consumer<Notice> listener) {
        beforeListen.run();
        ears.add(listener);
        return store.listen(engine, listener);
    }

    @Override
    public void close() {
        store.close();
    }
}

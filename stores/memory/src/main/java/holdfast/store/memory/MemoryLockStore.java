package holdfast.store.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.AuditEntry;
import holdfast.model.EngineId;
import holdfast.model.Freeze;
import holdfast.model.Freezes;
import holdfast.model.LockId;
import holdfast.model.OwnerId;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Waiter;
import holdfast.store.Agreement;
import holdfast.store.AuditRecord;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import holdfast.store.Condition;
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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps locks in the memory of one process; the reference that other stores are measured against. One monitor guards all of
 * it, and nobody is called while it is held. The same calls at the same times give the same answers in the same order.
 */
public final class MemoryLockStore implements LockStore {
    private final Notices notices;

    @GuardedBy("this")
    private final StoreClock clock;

    @GuardedBy("this")
    private final Roots roots = new Roots();

    @GuardedBy("this")
    private final Whereabouts whereabouts = new Whereabouts();

    @GuardedBy("this")
    private final Thrift thrift = new Thrift();

    @GuardedBy("this")
    private final AuditTrail audit = new AuditTrail();

    @GuardedBy("this")
    private final TreeMap<String, Freeze> freezes = new TreeMap<>();

    @GuardedBy("this")
    private @Nullable Agreement agreed;

    /**
     * @param epochNanos the clock, in nanoseconds since 1970; where it goes back, the store's time stands still
     * @param notices runs the listeners after each commit, with no lock held; a simulation may run them when it likes
     */
    public MemoryLockStore(LongSupplier epochNanos, Executor notices) {
        this.clock = new StoreClock(epochNanos);
        this.notices = new Notices(notices);
    }

    /** @param epochNanos the clock, in nanoseconds since 1970; where it goes back, the store's time stands still */
    public MemoryLockStore(LongSupplier epochNanos) {
        // A thread for each notice: a listener that blocks against its contract holds up nobody.
        this(epochNanos, Thread.ofVirtual().name("holdfast-notice")::start);
    }

    public static MemoryLockStore withSystemClock() {
        return new MemoryLockStore(StoreClock.system());
    }

    @Override
    public synchronized RootView read(Root root, Interest interest) {
        return roots.find(root).view(interest, clock.now());
    }

    @Override
    public List<CommitResult> commit(List<Commit> commits) {
        var results = new ArrayList<CommitResult>(commits.size());
        for (Commit commit : commits) {
            CommitResult result = commit(commit);
            results.add(result);
            if (result instanceof CommitResult.Committed committed) {
                notices.tell(commit, committed.stamp());
            }
        }
        return List.copyOf(results);
    }

    private synchronized CommitResult commit(Commit commit) {
        StoreTime now = clock.now();
        RootState state = roots.find(commit.root());
        for (Condition condition : commit.conditions()) {
            if (!state.satisfies(condition, now)) {
                return new CommitResult.Refused(state.view(commit.interest(), now));
            }
        }
        var run = CommitRun.staged(state, commit.changes(), now, thrift);
        var stamp = run.apply(whereabouts);
        run.audited().forEach(entry -> audit.append(entry, now));
        roots.settled(state, now);
        return commit.interest().isAlways()
                ? new CommitResult.Committed(stamp, state.view(commit.interest(), now))
                : new CommitResult.Committed(stamp);
    }

    @Override
    public synchronized HoldPage holds(@Nullable HoldCursor after, int limit) {
        return new HoldPage(clock.now(), roots.holds(after, limit));
    }

    @Override
    public synchronized List<Waiter> queue(Root root, int limit) {
        return roots.find(root).line().inTurn(limit);
    }

    @Override
    public synchronized List<Root> waitingRoots(@Nullable Root after, int limit) {
        return roots.waiting(after, limit);
    }

    @Override
    public synchronized Optional<Root> rootOf(LockId lock) {
        return whereabouts.of(lock);
    }

    @Override
    public synchronized Set<Root> entangling(OwnerId owner) {
        // No more than a store must say: what relies on more is found out here.
        var entangling = new TreeSet<Root>();
        for (Root root : whereabouts.of(owner)) {
            if (roots.find(root).hasWaiters()) {
                entangling.add(root);
            }
        }
        return entangling;
    }

    @Override
    public synchronized List<Root> lapsed(int limit) {
        return roots.lapsed(clock.now(), limit);
    }

    @Override
    public synchronized Freezes freezes() {
        StoreTime now = clock.now();
        freezes.values().removeIf(freeze -> !freeze.isActive(now));
        return new Freezes(now, List.copyOf(freezes.values()));
    }

    @Override
    public synchronized Optional<Freeze> placeFreeze(
            FreezeDraft draft, Predecessor replaced, AuditEntry entry) {
        StoreTime now = clock.now();
        if (!replaced.isMetBy(freeze(draft.id(), now))) {
            return Optional.empty();
        }
        Freeze freeze = draft.stamped(now);
        freezes.put(freeze.id(), freeze);
        audit.append(entry, now);
        return Optional.of(freeze);
    }

    @GuardedBy("this")
    private Optional<Freeze> freeze(String id, StoreTime now) {
        return Optional.ofNullable(freezes.get(id)).filter(freeze -> freeze.isActive(now));
    }

    @Override
    public synchronized Optional<Freeze> liftFreeze(Freeze seen, AuditEntry entry) {
        StoreTime now = clock.now();
        Optional<Freeze> present = freeze(seen.id(), now);
        if (!new Predecessor.Seen(seen.since()).isMetBy(present)) {
            return Optional.empty();
        }
        freezes.remove(seen.id());
        audit.append(entry, now);
        return present;
    }

    @Override
    public synchronized List<AuditRecord> audit(int limit) {
        return audit.latest(limit);
    }

    @Override
    public synchronized Agreement agree(Agreement proposal) {
        Agreement present = agreed == null ? proposal : agreed;
        agreed = present;
        return present;
    }

    @Override
    public Listening listen(EngineId engine, Consumer<Notice> listener) {
        return notices.listen(engine, listener);
    }

    @Override
    public void close() {
        notices.closeAll();
    }
}

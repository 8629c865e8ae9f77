package holdfast.store.sqlite;

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
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps locks in one SQLite file, for all processes of one machine. A commit is on disk before {@code commit} returns, and
 * commits that arrive at the same time reach the disk together.
 *
 * <p>Time is the machine's boot clock within a boot and its wall clock across boots; see {@code StoreClock}. On a machine without
 * {@code /proc}, such as macOS, it is the wall clock, never below the time of the last commit.
 *
 * <p>The file must be on a local disk: network file systems do not keep SQLite's promises.
 */
public final class SqliteLockStore implements LockStore {
    private final SqliteAccess access;

    private SqliteLockStore(SqliteAccess access) {
        this.access = access;
    }

    /**
     * Opens the file, or makes it with the directories that lead to it, readable by this user alone.
     *
     * @throws holdfast.store.StoreException if the file cannot be used or is not a store of this version; it is then unchanged
     */
    public static SqliteLockStore open(Path file, SqliteOptions options) {
        return open(file, options, BootClock.ofThisMachine());
    }

    /** Opens the file, or makes it, with the usual settings. */
    public static SqliteLockStore open(Path file) {
        return open(file, SqliteOptions.defaults());
    }

    static SqliteLockStore open(Path file, SqliteOptions options, HostClock clock) {
        return new SqliteLockStore(SqliteAccess.open(file, options, clock));
    }

    @Override
    public RootView read(Root root, Interest interest) {
        return access.look(at -> Views.read(at, root, interest));
    }

    @Override
    public List<CommitResult> commit(List<Commit> commits) {
        List<CommitWrite> writes = commits.stream().map(CommitWrite::new).toList();
        if (!writes.isEmpty()) {
            access.write(writes);
        }
        return writes.stream().map(CommitWrite::result).toList();
    }

    @Override
    public HoldPage holds(@Nullable HoldCursor after, int limit) {
        return access.look(at -> Listings.holds(at, after, limit));
    }

    @Override
    public List<Waiter> queue(Root root, int limit) {
        return access.look(at -> Listings.queue(at, root, limit));
    }

    @Override
    public List<Root> waitingRoots(@Nullable Root after, int limit) {
        return access.look(at -> Listings.waitingRoots(at, after, limit));
    }

    @Override
    public Optional<Root> rootOf(LockId lock) {
        return access.look(at -> Listings.rootOf(at, lock));
    }

    @Override
    public Set<Root> entangling(OwnerId owner) {
        return access.look(at -> Listings.entangling(at, owner));
    }

    @Override
    public List<Root> lapsed(int limit) {
        return access.look(at -> Listings.lapsed(at, limit));
    }

    @Override
    public Freezes freezes() {
        return access.look(FreezeRows::all);
    }

    @Override
    public Optional<Freeze> placeFreeze(FreezeDraft draft, Predecessor replaced, AuditEntry audit) {
        return write(at -> FreezeRows.place(at, draft, replaced, audit));
    }

    @Override
    public Optional<Freeze> liftFreeze(Freeze seen, AuditEntry audit) {
        return write(at -> FreezeRows.lift(at, seen, audit));
    }

    @Override
    public List<AuditRecord> audit(int limit) {
        return access.look(at -> Audits.latest(at.session(), limit));
    }

    @Override
    public Agreement agree(Agreement proposal) {
        return access.look(Agreements::find)
                .orElseGet(() -> write(at -> Agreements.propose(at, proposal)));
    }

    @Override
    public Listening listen(EngineId engine, Consumer<Notice> listener) {
        return access.listen(engine, listener);
    }

    @Override
    public void close() {
        access.close();
    }

    /** How many transactions have reached the disk. */
    long batches() {
        return access.batches();
    }

    private <T> T write(AnsweredWrite.Step<T> step) {
        return AnsweredWrite.make(access, step);
    }
}

package holdfast.store.dynamodb;

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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps locks in DynamoDB, for any number of hosts, in the table and the item format of older tools, which respect them. A commit is
 * one conditional write. Each root has a clock of its own, which is never ahead of the service's.
 */
public final class DynamoLockStore implements LockStore {
    private final DynamoLink link;
    private final Opening opening;
    private final Trail trail;
    private final Notices notices;
    private final Committing committing;
    private final Listings listings;
    private final FreezeItems freezes;

    private DynamoLockStore(DynamoLink link, Duration idle) {
        this.link = link;
        this.opening = new Opening(link);
        this.trail = new Trail(link);
        var slots = new RootSlots(link);
        this.notices = new Notices(new Mailbox(link), slots, idle);
        this.committing = new Committing(link, slots, trail, notices);
        this.listings = new Listings(link);
        this.freezes = new FreezeItems(link, trail);
    }

    /**
     * Opens the store that the address names.
     *
     * @throws holdfast.store.StoreException if it cannot be used; the message says what to do
     */
    public static DynamoLockStore open(DynamoAddress address) {
        return open(address, null);
    }

    /** @param clock null for that of the service */
    static DynamoLockStore open(DynamoAddress address, @Nullable StoreClock clock) {
        return open(address, clock, Notices.IDLE);
    }

    /** @param idle how often mailboxes are looked into while nobody here waits */
    static DynamoLockStore open(DynamoAddress address, @Nullable StoreClock clock, Duration idle) {
        DynamoLink link = DynamoLink.open(address, clock);
        try {
            var store = new DynamoLockStore(link, idle);
            store.opening.check();
            return store;
        } catch (RuntimeException e) {
            link.close();
            throw e;
        }
    }

    @Override
    public RootView read(Root root, Interest interest) {
        return committing.read(root, interest);
    }

    @Override
    public List<CommitResult> commit(List<Commit> commits) {
        return Together.all(commits, committing::commit);
    }

    @Override
    public boolean isIndexed() {
        return false;
    }

    @Override
    public HoldPage holds(@Nullable HoldCursor after, int limit) {
        return listings.holds(after, limit);
    }

    @Override
    public List<Waiter> queue(Root root, int limit) {
        return new RootReader(link).queue(root).waiters().stream().limit(limit).toList();
    }

    @Override
    public List<Root> waitingRoots(@Nullable Root after, int limit) {
        return listings.waitingRoots(after, limit);
    }

    @Override
    public Optional<Root> rootOf(LockId lock) {
        return listings.rootOf(lock);
    }

    @Override
    public Map<LockId, Root> rootsOf(Set<LockId> locks) {
        return listings.rootsOf(locks);
    }

    @Override
    public Set<Root> entangling(OwnerId owner) {
        return listings.entangling(owner);
    }

    @Override
    public List<Root> lapsed(int limit) {
        return listings.lapsed(limit);
    }

    @Override
    public Freezes freezes() {
        return freezes.all();
    }

    @Override
    public Optional<Freeze> placeFreeze(FreezeDraft draft, Predecessor replaced, AuditEntry audit) {
        return freezes.place(draft, replaced, audit);
    }

    @Override
    public Optional<Freeze> liftFreeze(Freeze seen, AuditEntry audit) {
        return freezes.lift(seen, audit);
    }

    @Override
    public List<AuditRecord> audit(int limit) {
        return trail.latest(limit);
    }

    @Override
    public Agreement agree(Agreement proposal) {
        return opening.agree(proposal);
    }

    @Override
    public Listening listen(EngineId engine, Consumer<Notice> listener) {
        return notices.listen(engine, listener);
    }

    @Override
    public void close() {
        notices.close();
        link.close();
    }
}

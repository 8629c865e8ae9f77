package holdfast.store.redis;

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
import holdfast.store.records.AgreementJson;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.output.ValueOutput;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps locks in Redis, for any number of hosts. A commit is one script in one hash slot; the time is that of the server.
 *
 * <p>Redis answers before its replicas have a write, so a failover may lose a grant that was told. Tokens still grow, as long as
 * the clocks of the servers do, and only what checks them is safe then.
 */
public final class RedisLockStore implements LockStore {
    private final RedisLink<String> link;
    private final Scripts scripts;
    private final Listings listings;
    private final FreezeCalls freezes;
    private final Notices notices;
    private final Replication replication;
    private final Commits commits;

    private RedisLockStore(RedisLink<String> link, Scripts scripts) {
        this.link = link;
        this.scripts = scripts;
        this.listings = new Listings(link, scripts);
        this.freezes = new FreezeCalls(link, scripts);
        this.notices = new Notices(link);
        this.replication = new Replication(link);
        this.commits = new Commits(link, scripts);
    }

    /**
     * Opens the store that the address names.
     *
     * @throws holdfast.store.StoreException if it cannot be used; the message says what to do
     */
    public static RedisLockStore open(RedisAddress address) {
        return open(address, UnaryOperator.identity());
    }

    static RedisLockStore open(RedisAddress address, UnaryOperator<String> finish) {
        RedisLink<String> link = Connecting.open(address, TextCodec.INSTANCE);
        try {
            var scripts = new Scripts(finish);
            Opening.check(link, scripts);
            return new RedisLockStore(link, scripts);
        } catch (RuntimeException e) {
            link.close();
            throw e;
        }
    }

    @Override
    public RootView read(Root root, Interest interest) {
        CommitCall call = CommitCall.look(link.shardOf(root.text()).root(root), interest);
        List<Object> reply =
                link.calling(() ->
                        link.look(
                                link.run(
                                        scripts.read,
                                        NestedMultiOutput::new,
                                        call.keys(),
                                        call.args())));
        replication.awaitLook(root);
        return Replies.view(root, reply);
    }

    @Override
    public List<CommitResult> commit(List<Commit> made) {
        List<CommitResult> results = link.calling(() -> commits.make(made));
        replication.awaitWrite(made);
        return results;
    }

    @Override
    public HoldPage holds(@Nullable HoldCursor after, int limit) {
        return listings.holds(after, limit);
    }

    @Override
    public List<Waiter> queue(Root root, int limit) {
        return listings.queue(root, limit);
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
        return listings.audit(limit);
    }

    @Override
    public Agreement agree(Agreement proposal) {
        Future<String> answer =
                link.run(
                        scripts.agree,
                        ValueOutput::new,
                        List.of(link.first().clock()),
                        new String[] {AgreementJson.write(proposal)});
        // Proposing twice is as good as once, so a lost answer may be asked for again.
        return AgreementJson.read(link.look(answer));
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

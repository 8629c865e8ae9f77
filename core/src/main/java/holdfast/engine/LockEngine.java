package holdfast.engine;

import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.CancelOutcome;
import holdfast.model.EngineId;
import holdfast.model.ForceUnlockOutcome;
import holdfast.model.ForceUnlockRequest;
import holdfast.model.Freeze;
import holdfast.model.Freezes;
import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.LockId;
import holdfast.model.OwnerId;
import holdfast.model.Refusal;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RenewOutcome;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.TransferOutcome;
import holdfast.model.TransferRequest;
import holdfast.model.keys.Keys;
import holdfast.rulebook.Rulebook;
import holdfast.store.Agreement;
import holdfast.store.AuditRecord;
import holdfast.store.FreezeDraft;
import holdfast.store.HoldCursor;
import holdfast.store.HoldPage;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.Predecessor;
import holdfast.store.RootView;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Locks over one store. Many engines, in one process or many, may work on the same store. Safe for use by many threads.
 *
 * <p>Every method may throw a {@link StoreException}, whose type says what the caller may do next, and
 * {@link holdfast.model.InvalidRequestException}, after which nothing has changed.
 */
public final class LockEngine implements LockService {
    private final Site site;
    private final EngineSettings settings;
    private final CommitLoop loop;
    private final Events events = new Events();
    private final Keeper keeper;
    private final Leases leases;
    private final KeptLocks keptLocks;
    private final OwnerProof proof;
    private final WaitingRoom room;
    private final Deadlocks deadlocks;
    private final Waits waits;
    private final Housekeeping housekeeping;
    private final Freezing freezing;
    private final Queues queues;
    private final RemoteCallers remote;
    private final Whereabouts whereabouts;
    private volatile boolean closed;

    /** Opens an engine on the real clocks and threads. The store stays the caller's to close. */
    public static LockEngine open(LockStore store, EngineSettings settings) {
        return open(store, settings, new SystemHost());
    }

    public static LockEngine open(LockStore store, EngineSettings settings, EngineHost host) {
        Agreement wanted = settings.rules().agreement();
        store.agree(wanted).require(wanted);
        return new LockEngine(store, settings, host);
    }

    private LockEngine(LockStore store, EngineSettings settings, EngineHost host) {
        this.site =
                new Site(store, host, new EngineId("engine-" + Long.toHexString(host.random())));
        this.settings = settings;
        this.loop = new CommitLoop(site, settings, aftermath());
        this.leases = new Leases(site, loop);
        this.keeper = new Keeper(host, new StorePulse(site, loop), settings.heartbeat());
        this.whereabouts = new Whereabouts(store);
        this.proof = new OwnerProof(keeper, whereabouts::find);
        this.room = new WaitingRoom(site, loop, settings, this::noticed);
        this.deadlocks = new Deadlocks(store, loop, settings.victimPolicy());
        var asking = new Asking(site, loop, deadlocks);
        this.waits = new Waits(site, loop, room, asking);
        this.remote = new RemoteCallers(site, loop, room, asking, this::unproven);
        this.keptLocks = new KeptLocks(site, leases, keeper, waits, room);
        this.housekeeping = new Housekeeping(site, loop, deadlocks, settings);
        this.freezing = new Freezing(site, loop);
        this.queues = new Queues(site, loop.freezes());
        housekeeping.start();
    }

    private void noticed(Root root) {
        keeper.look(root);
        remote.noticed(root);
    }

    private CommitLoop.Aftermath aftermath() {
        return new CommitLoop.Aftermath() {
            @Override
            public void committed(CommitLoop.Made made) {
                room.committed(made);
                keeper.committed(made);
                remote.committed(made);
                queues.committed(made);
                events.committed(made);
            }

            @Override
            public void unanswered(Root root) {
                room.noticed(root);
            }
        };
    }

    public EngineId id() {
        return site.engine();
    }

    public EngineSettings settings() {
        return settings;
    }

    @Override
    public AcquireOutcome acquire(AcquireRequest request) throws InterruptedException {
        if (Keys.isGlobal(request.resource())) {
            throw new InvalidRequestException(
                    "a lock on everything must be kept alive: it cannot be detached");
        }
        Optional<Refusal> unproven = unproven(request);
        return unproven.isPresent()
                ? new AcquireOutcome.Refused(unproven.get())
                : waits.acquire(request).outcome();
    }

    @Override
    public HoldOutcome holdAll(List<AcquireRequest> requests) throws InterruptedException {
        boolean everything =
                requests.stream().anyMatch(request -> Keys.isGlobal(request.resource()));
        if (everything && requests.size() > 1) {
            throw new InvalidRequestException("a lock on everything is taken alone");
        }
        return everything
                ? holdEverything(requests.get(0))
                : new SeveralLocks(this::holdOne, site.host()).hold(requests);
    }

    /**
     * Takes a lock on everything: nobody else is granted anything, and it is taken when the last other hold is gone. The
     * request's resource names it, so that there is one at a time.
     */
    public HoldOutcome holdEverything(AcquireRequest request) throws InterruptedException {
        GlobalLock.check(request);
        return new GlobalLock(this, site).hold(request);
    }

    /** Takes one lock of several. */
    HoldOutcome holdOne(AcquireRequest request) throws InterruptedException {
        Optional<Refusal> unproven = unproven(request);
        if (unproven.isPresent()) {
            return new HoldOutcome.Refused(unproven.get());
        }
        return waits.acquire(request, keptLocks::keep);
    }

    private Optional<Refusal> unproven(AcquireRequest request) {
        if (closed) {
            throw new StoreException.Unavailable("the engine is closed", null);
        }
        site.store().announce(request.owner());
        return proof.missing(request);
    }

    @Override
    public ReleaseOutcome release(Root root, LockId lock, @Nullable RequestId claim) {
        return leases.release(root, lock, claim);
    }

    @Override
    public RenewOutcome renew(Root root, LockId lock, Duration lease) {
        settings.rules().limits().checkLease(lease);
        return leases.renew(root, lock, lease);
    }

    @Override
    public TransferOutcome transfer(Root root, TransferRequest request) {
        keeper.confirm(request.lock());
        Interest interest =
                new Interest(Set.of(request.id(), Rulebook.keyOf(request.lock())), Set.of());
        return loop.decide(
                        root,
                        interest,
                        (view, circumstances) ->
                                loop.rulebook().transfer(view, request, circumstances))
                .answer();
    }

    @Override
    public CancelOutcome cancel(Root root, RequestId request, String why) {
        return loop.decide(
                        root,
                        Interest.in(request),
                        (view, circumstances) ->
                                loop.rulebook().cancel(view, request, why, circumstances))
                .answer();
    }

    @Override
    public ForceUnlockOutcome forceUnlock(Root root, ForceUnlockRequest request) {
        var keys = request.locks().stream().map(Rulebook::keyOf).collect(Collectors.toSet());
        return loop.decide(
                        root,
                        new Interest(keys, Set.of()),
                        (view, circumstances) ->
                                loop.rulebook().forceUnlock(view, request, circumstances))
                .answer();
    }

    @Override
    public Freeze freeze(FreezeDraft draft) throws InterruptedException {
        return freezing.freeze(draft);
    }

    /** The same, if what it would replace is what the caller has seen; empty, and nothing changed, if it is not. */
    public Optional<Freeze> freeze(FreezeDraft draft, Predecessor replaced)
            throws InterruptedException {
        return freezing.freeze(draft, replaced);
    }

    /** Returns when all that this list shows is in force: who placed a freeze is told so only then, also who repeats that. */
    public void awaitInForce(Freezes seen) throws InterruptedException {
        freezing.awaitInForce(seen);
    }

    @Override
    public Optional<Freeze> thaw(String id, String by, String reason) {
        return freezing.thaw(id, by, reason);
    }

    /** Ends the freeze that the caller has seen; empty, and nothing changed, if it has ended or was replaced by another. */
    public Optional<Freeze> thaw(Freeze seen, String by, String reason) {
        return freezing.thaw(seen, by, reason);
    }

    @Override
    public Freezes freezes() {
        return loop.freezes().refresh();
    }

    @Override
    public Optional<QueuePosition> position(Root root, RequestId request) {
        return queues.position(root, request);
    }

    /** How a root looks now: its holds and the front of its queue. */
    public RootView look(Root root) {
        return site.store().read(root, Interest.NONE);
    }

    @Override
    public Optional<Hold> find(LockId lock) {
        return whereabouts.find(lock);
    }

    /** The live hold with this id, if it is in this root. */
    public Optional<Hold> find(LockId lock, Root root) {
        return whereabouts.find(lock, root);
    }

    /** The roots of those locks that are there, live or lapsed. May be a look at the whole store. */
    public Map<LockId, Root> rootsOf(Set<LockId> locks) {
        return whereabouts.rootsOf(locks);
    }

    @Override
    public Optional<Root> rootOf(LockId lock) {
        return site.store().rootOf(lock);
    }

    @Override
    public HoldPage holdsOf(Root root) {
        RootView view = look(root);
        return new HoldPage(view.now(), view.holds());
    }

    @Override
    public List<HoldPage> allHolds() {
        return HoldPages.all(this::holds);
    }

    @Override
    public Queue queueOf(Root root) {
        return queues.now(root);
    }

    @Override
    public List<Queue> allQueues() {
        return queues.all();
    }

    /** Holds of all roots by pages, lapsed ones included. */
    public HoldPage holds(@Nullable HoldCursor after, int limit) {
        return site.store().holds(after, limit);
    }

    /**
     * For who looks at all locks again and again.
     *
     * @param usual how long it rests between two looks
     * @param afterAll and how long where everything is read for a look
     * @param times how much longer than a look the rest is at least, if the look takes long
     */
    public LookPace pace(Duration usual, Duration afterAll, int times) {
        return new LookPace(
                site.store().isIndexed() ? usual : afterAll, times, site.host()::monotonicNanos);
    }

    /** For servers: acts for callers that keep their locks alive themselves. */
    public RemoteCallers remote() {
        return remote;
    }

    /** The lock on everything for such callers. */
    public RemoteGlobalLock everything() {
        return new RemoteGlobalLock(this, site);
    }

    public Queues queues() {
        return queues;
    }

    public List<AuditRecord> audit(int limit) {
        return site.store().audit(limit);
    }

    @Override
    public List<List<OwnerId>> deadlocks() {
        return deadlocks.find();
    }

    /** How the regular search for deadlocks does. */
    public DeadlockScan deadlockScan() {
        return housekeeping.scanned();
    }

    @Override
    public Runnable onEvent(Consumer<LockEvent> listener) {
        return events.listen(listener);
    }

    /** Hears of what this engine meets with besides. Closing what it returns ends that. */
    public Runnable onObservation(Consumer<Observation> observer) {
        return site.observers().add(observer);
    }

    @Override
    public void close() {
        closed = true;
        housekeeping.close();
        keeper.close();
        waits.close();
        remote.close();
        room.close();
    }
}

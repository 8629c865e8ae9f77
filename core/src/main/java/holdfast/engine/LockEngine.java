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
import holdfast.model.Token;
import holdfast.model.TransferOutcome;
import holdfast.model.TransferRequest;
import holdfast.model.keys.Keys;
import holdfast.rulebook.Rulebook;
import holdfast.store.Agreement;
import holdfast.store.AuditRecord;
import holdfast.store.CommitResult;
import holdfast.store.FreezeDraft;
import holdfast.store.HoldCursor;
import holdfast.store.HoldPage;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.RootView;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Locks over one store. Many engines, in one process or many, may work on the same store. Safe for use by many threads.
 *
 * <p>Every method may throw a {@link StoreException}, whose type says what the caller may do next, and
 * {@link holdfast.model.InvalidRequestException}, after which nothing has changed.
 */
public final class LockEngine implements AutoCloseable {
    private final Site site;
    private final EngineSettings settings;
    private final CommitLoop loop;
    private final Events events = new Events();
    private final Keeper keeper;
    private final WaitingRoom room;
    private final Deadlocks deadlocks;
    private final Waits waits;
    private final Housekeeping housekeeping;
    private final Freezing freezing;
    private final Queues queues;
    private volatile boolean closed;

    /** Opens an engine on the real clocks and threads. The store stays the caller's to close. */
    public static LockEngine open(LockStore store, EngineSettings settings) {
        return open(store, settings, new SystemHost());
    }

    public static LockEngine open(LockStore store, EngineSettings settings, EngineHost host) {
        Agreement wanted = settings.rules().agreement();
        Agreement agreed = store.agree(wanted);
        if (!agreed.equals(wanted)) {
            throw new StoreException.Incompatible(
                    "this store was set up with "
                            + agreed
                            + ", this engine has "
                            + wanted
                            + ": all engines of one store need the same rules and settings");
        }
        return new LockEngine(store, settings, host);
    }

    private LockEngine(LockStore store, EngineSettings settings, EngineHost host) {
        this.site =
                new Site(store, host, new EngineId("engine-" + Long.toHexString(host.random())));
        this.settings = settings;
        this.loop = new CommitLoop(site, settings, this::committed);
        this.keeper = new Keeper(site, loop, settings);
        this.room = new WaitingRoom(site, loop, settings, keeper::look);
        this.deadlocks = new Deadlocks(store, loop, settings.victimPolicy());
        this.waits = new Waits(site, loop, room, deadlocks);
        this.housekeeping = new Housekeeping(site, loop, deadlocks, settings);
        this.freezing = new Freezing(site, loop);
        this.queues = new Queues(store);
        housekeeping.start();
    }

    private void committed(CommitLoop.Made made) {
        room.committed(made);
        keeper.committed(made);
        events.committed(made);
    }

    public EngineId id() {
        return site.engine();
    }

    public EngineSettings settings() {
        return settings;
    }

    /**
     * Acquires a lock that nobody keeps alive: it lasts for its lease unless it is renewed. Waits if the request says so.
     * Answers {@code Granted} or {@code Refused}.
     */
    public AcquireOutcome acquire(AcquireRequest request) throws InterruptedException {
        if (Keys.isGlobal(request.resource())) {
            throw new InvalidRequestException(
                    "a lock on everything must be kept alive: it cannot be detached");
        }
        Optional<Refusal> unproven = provenOwner(request);
        return unproven.isPresent()
                ? new AcquireOutcome.Refused(unproven.get())
                : waits.acquire(request).outcome();
    }

    /** Takes a lock and keeps it alive until it is closed. */
    public HoldOutcome hold(AcquireRequest request) throws InterruptedException {
        return holdAll(List.of(request));
    }

    /** Takes several locks, all or none, under one deadline, and keeps them alive until they are closed. */
    public HoldOutcome holdAll(List<AcquireRequest> requests) throws InterruptedException {
        boolean everything =
                requests.stream().anyMatch(request -> Keys.isGlobal(request.resource()));
        if (everything && requests.size() > 1) {
            throw new InvalidRequestException("a lock on everything is taken alone");
        }
        return everything
                ? holdEverything(requests.get(0))
                : new SeveralLocks(this, site.host()).hold(requests);
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
        Optional<Refusal> unproven = provenOwner(request);
        if (unproven.isPresent()) {
            return new HoldOutcome.Refused(unproven.get());
        }
        return waits.acquire(request, this::keep);
    }

    private HoldOutcome keep(Waits.Outcome result) {
        return switch (result.outcome()) {
            case AcquireOutcome.Granted granted -> keep(granted, result.made());
            case AcquireOutcome.Refused refused -> new HoldOutcome.Refused(refused.refusal());
            case AcquireOutcome.Queued queued ->
                    throw new IllegalStateException("still in line: " + queued);
        };
    }

    private HoldOutcome keep(AcquireOutcome.Granted granted, CommitLoop.@Nullable Made made) {
        Hold hold = granted.hold();
        KeptHold kept;
        if (made == null) {
            // A repeated request: how much of its lease is left is known only after a heartbeat.
            HostTime sentAt = HostTime.of(site.host());
            switch (renew(hold.resource().root(), hold, hold.terms().lease())) {
                case RenewOutcome.Lost lost -> {
                    return new HoldOutcome.Refused(
                            new Refusal.NotUnderLiveLock(
                                    hold.resource(), hold.id(), lost.ending()));
                }
                case RenewOutcome.Renewed renewed ->
                        kept =
                                new KeptHold(
                                        hold,
                                        granted.claim(),
                                        sentAt,
                                        Keeper.leaseFrom(hold, renewed.at()));
            }
        } else {
            kept =
                    new KeptHold(
                            hold,
                            granted.claim(),
                            made.sentAt(),
                            made.stamp().now().until(hold.until()));
        }
        keeper.keep(kept);
        room.listen();
        return new HoldOutcome.Taken(List.of(new HeldLock(kept, this)));
    }

    /** Who names a lock must be its owner, and it must live. */
    private Optional<Refusal> provenOwner(AcquireRequest request) {
        if (closed) {
            throw new StoreException.Unavailable("the engine is closed", null);
        }
        LockId under = request.under();
        if (under == null
                || keeper.all().stream()
                        .anyMatch(kept -> isUnder(kept, under, request.owner().id()))) {
            return Optional.empty();
        }
        Optional<Hold> named = find(under);
        boolean proven = named.filter(hold -> hold.owner().is(request.owner())).isPresent();
        return proven
                ? Optional.empty()
                : Optional.of(new Refusal.NotUnderLiveLock(request.resource(), under, null));
    }

    private boolean isUnder(KeptHold kept, LockId under, OwnerId owner) {
        return kept.hold().id().equals(under)
                && kept.hold().owner().id().equals(owner)
                && stateOf(kept).isHeld();
    }

    HoldState stateOf(KeptHold kept) {
        return keeper.stateOf(kept);
    }

    Duration trustLeft(KeptHold kept) {
        return kept.trustLeft(HostTime.of(site.host()));
    }

    ReleaseOutcome release(KeptHold kept) {
        keeper.drop(kept);
        // Before the store is asked: a heartbeat that is under way must not take this for a loss,
        // and
        // nobody relies on the lock any more, whatever the store answers.
        kept.moveTo(new HoldState.Released());
        Hold hold = kept.hold();
        Root root = hold.resource().root();
        RequestId claim = kept.claim().request();
        try {
            return release(root, hold.id(), claim);
        } catch (StoreException e) {
            waits.giveBackLater(root, claim);
            throw e;
        }
    }

    /** Gives back one claim of a lock, or all of them if {@code claim} is null. */
    public ReleaseOutcome release(Root root, LockId lock, @Nullable RequestId claim) {
        RequestId key = claim == null ? Rulebook.keyOf(lock) : claim;
        return loop.decideWarm(
                        root,
                        Interest.in(key),
                        view -> view.holds().stream().anyMatch(hold -> has(hold, lock, claim)),
                        (view, circumstances) ->
                                loop.rulebook().release(view, lock, claim, circumstances))
                .answer();
    }

    /** What is remembered of a root shows its holds, but not what became of a claim that is gone. */
    private static boolean has(Hold hold, LockId lock, @Nullable RequestId claim) {
        return hold.id().equals(lock) && (claim == null || hold.claim(claim).isPresent());
    }

    /** Prolongs a lock that nobody keeps alive. */
    public RenewOutcome renew(Root root, LockId lock, Duration lease) {
        settings.rules().limits().checkLease(lease);
        Optional<Hold> hold =
                site.store().read(root, Interest.NONE).holds().stream()
                        .filter(candidate -> candidate.id().equals(lock))
                        .findFirst();
        return hold.filter(Rulebook::isRenewable).isPresent()
                ? renew(root, hold.get(), lease)
                : loop.rulebook()
                        .lost(site.store().read(root, Interest.in(Rulebook.keyOf(lock))), lock);
    }

    private RenewOutcome renew(Root root, Hold hold, Duration lease) {
        Token token = hold.token();
        return switch (site.store()
                .commit(List.of(loop.rulebook().renew(root, hold.id(), token, lease)))
                .get(0)) {
            case CommitResult.Committed committed ->
                    new RenewOutcome.Renewed(committed.stamp().now());
            case CommitResult.Refused refused -> loop.rulebook().lost(refused.view(), hold.id());
        };
    }

    /** Hands a lock to another owner. Nobody keeps it alive for the receiver. */
    public TransferOutcome transfer(Root root, TransferRequest request) {
        Interest interest =
                new Interest(Set.of(request.id(), Rulebook.keyOf(request.lock())), Set.of());
        return loop.decide(
                        root,
                        interest,
                        (view, circumstances) ->
                                loop.rulebook().transfer(view, request, circumstances))
                .answer();
    }

    /** Withdraws a request that waits, wherever it waits. */
    public CancelOutcome cancel(Root root, RequestId request, String why) {
        return loop.decide(
                        root,
                        Interest.in(request),
                        (view, circumstances) ->
                                loop.rulebook().cancel(view, request, why, circumstances))
                .answer();
    }

    /** Takes locks away from their owners, with an audit entry in the same transaction. */
    public ForceUnlockOutcome forceUnlock(Root root, ForceUnlockRequest request) {
        return loop.decide(
                        root,
                        Interest.NONE,
                        (view, circumstances) ->
                                loop.rulebook().forceUnlock(view, request, circumstances))
                .answer();
    }

    /** Stops new grants below a prefix. When it returns, no engine grants there any more. */
    public Freeze freeze(FreezeDraft draft) throws InterruptedException {
        return freezing.freeze(draft);
    }

    /** Ends a freeze; empty if there is none with this id. */
    public Optional<Freeze> thaw(String id, String by, String reason) {
        return freezing.thaw(id, by, reason);
    }

    public Freezes freezes() {
        return loop.freezes().refresh();
    }

    /** Where a waiting request stands; empty if it does not wait. */
    public Optional<QueuePosition> position(Root root, RequestId request) {
        return queues.position(root, request);
    }

    /** How a root looks now: its holds and the front of its queue. */
    public RootView look(Root root) {
        return site.store().read(root, Interest.NONE);
    }

    /** The live hold with this id, wherever it is. */
    public Optional<Hold> find(LockId lock) {
        return site.store()
                .rootOf(lock)
                .flatMap(root -> {
                    RootView view = site.store().read(root, Interest.NONE);
                    return view.holds().stream()
                            .filter(hold -> hold.id().equals(lock) && hold.isLive(view.now()))
                            .findFirst();
                });
    }

    /** Holds of all roots by pages, lapsed ones included. */
    public HoldPage holds(@Nullable HoldCursor after, int limit) {
        return site.store().holds(after, limit);
    }

    public Queues queues() {
        return queues;
    }

    public List<AuditRecord> audit(int limit) {
        return site.store().audit(limit);
    }

    /** The cycles of owners who wait for each other, as one look shows them. */
    public List<List<OwnerId>> deadlocks() {
        return deadlocks.find();
    }

    /** Hears of everything that this engine's own commits do. Closing what it returns ends that. */
    public Runnable onEvent(Consumer<LockEvent> listener) {
        return events.listen(listener);
    }

    /** Stops keeping and waiting. Locks that are still held end with their leases. */
    @Override
    public void close() {
        closed = true;
        housekeeping.close();
        keeper.close();
        waits.close();
        room.close();
    }
}

package holdfast.client;

import holdfast.engine.HoldOutcome;
import holdfast.engine.LockEvent;
import holdfast.engine.LockKeeper;
import holdfast.engine.LockService;
import holdfast.engine.Queue;
import holdfast.engine.QueuePosition;
import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.CancelOutcome;
import holdfast.model.ForceUnlockOutcome;
import holdfast.model.ForceUnlockRequest;
import holdfast.model.Freeze;
import holdfast.model.Freezes;
import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.LockId;
import holdfast.model.OwnerId;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RenewOutcome;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.SubPath;
import holdfast.model.TransferOutcome;
import holdfast.model.TransferRequest;
import holdfast.model.keys.Keys;
import holdfast.store.FreezeDraft;
import holdfast.store.HoldPage;
import holdfast.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Locks that servers on one store keep. Nothing of a caller lives in a server, so any of them answers for any lock or request, and when one
 * is gone the next goes on. Safe for use by many threads.
 */
public final class ServerLocks implements LockService {
    private final Api api;
    private final Withdrawing withdrawing;
    private final Releasing releasing;
    private final Following following;
    private final LockKeeper keeper;
    private final Listing listing;
    private final Deeds deeds;
    private final Acquiring.Parts acquiring;
    private final List<Consumer<LockEvent>> listeners = new CopyOnWriteArrayList<>();

    private ServerLocks(Api api, ClientSettings settings) {
        this.api = api;
        this.withdrawing = new Withdrawing(api);
        this.releasing = new Releasing(api);
        this.following = new Following(api, this::mayBeOver);
        this.keeper =
                new LockKeeper(
                        new Renewing(api, releasing, withdrawing, following), settings.heartbeat());
        this.listing = Listing.of(api);
        this.deeds = new Deeds(api);
        this.acquiring = new Acquiring.Parts(api, withdrawing, keeper, this::queued);
    }

    private void mayBeOver(Set<LockId> locks) {
        keeper.look(locks);
    }

    /** Nothing is sent before something is asked for. */
    public static ServerLocks open(ClientSettings settings) {
        return over(new PooledTransport(settings.tls()), settings);
    }

    static ServerLocks over(Transport transport, ClientSettings settings) {
        return new ServerLocks(new Api(settings, transport), settings);
    }

    /** The same for a process that ends in a moment: starts faster, and knows no proxies. */
    public static ServerLocks openBriefly(ClientSettings settings) {
        return over(new SocketTransport(settings.tls()), settings);
    }

    @Override
    public AcquireOutcome acquire(AcquireRequest request) throws InterruptedException {
        if (Keys.isGlobal(request.resource())) {
            throw new InvalidRequestException(
                    "a lock on everything must be kept alive: it cannot be detached");
        }
        return new Acquiring(request, acquiring).acquire().outcome();
    }

    @Override
    public HoldOutcome holdAll(List<AcquireRequest> requests) throws InterruptedException {
        if (requests.size() > 1
                && requests.stream().anyMatch(request -> Keys.isGlobal(request.resource()))) {
            throw new InvalidRequestException("a lock on everything is taken alone");
        }
        return keeper.holdAll(requests, this::holdOne);
    }

    private HoldOutcome holdOne(AcquireRequest request) throws InterruptedException {
        Acquiring.Got got;
        try {
            got = new Acquiring(request, acquiring).acquire();
        } catch (StoreException.OutcomeUnknown | StoreException.Corrupted e) {
            // Nobody would give it back if it was granted.
            withdrawing.withdrawLater(request.resource(), request.id(), request.lease());
            throw e;
        }
        return switch (got.outcome()) {
            case AcquireOutcome.Granted granted ->
                    new HoldOutcome.Taken(List.of(keeper.keep(granted, got.sentAt(), got.lasts())));
            case AcquireOutcome.Refused refused -> new HoldOutcome.Refused(refused.refusal());
            case AcquireOutcome.Queued queued ->
                    throw new IllegalStateException("still in line: " + queued);
        };
    }

    private void queued(AcquireRequest request) {
        var event =
                new LockEvent(
                        LockEvent.Type.QUEUED,
                        StoreTime.of(Instant.now()),
                        request.resource(),
                        request.owner(),
                        null,
                        null,
                        request.note(),
                        Duration.ZERO,
                        "");
        listeners.forEach(listener -> listener.accept(event));
    }

    @Override
    public ReleaseOutcome release(Root root, LockId lock, @Nullable RequestId claim) {
        return releasing.release(root, lock, claim);
    }

    @Override
    public RenewOutcome renew(Root root, LockId lock, Duration lease) {
        Api.Reply reply = api.askAnyway(Renewing.one(root, lock, lease));
        return reply.isGood()
                ? new RenewOutcome.Renewed(reply.fields().time("last_heartbeat"))
                : new RenewOutcome.Lost(Endings.of(reply.fields()));
    }

    @Override
    public TransferOutcome transfer(Root root, TransferRequest request) {
        return deeds.transfer(root, request);
    }

    @Override
    public CancelOutcome cancel(Root root, RequestId request, String why) {
        return deeds.cancel(root, request, why);
    }

    @Override
    public ForceUnlockOutcome forceUnlock(Root root, ForceUnlockRequest request) {
        return deeds.forceUnlock(root, request);
    }

    @Override
    public Freeze freeze(FreezeDraft draft) throws InterruptedException {
        return deeds.freeze(draft);
    }

    @Override
    public Optional<Freeze> thaw(String id, String by, String reason) {
        return deeds.thaw(id, by, reason);
    }

    @Override
    public Freezes freezes() {
        return listing.freezes();
    }

    @Override
    public Optional<QueuePosition> position(Root root, RequestId request) {
        return listing.position(root, request);
    }

    @Override
    public Optional<Hold> find(LockId lock) {
        return listing.find(lock);
    }

    @Override
    public Optional<Root> rootOf(LockId lock) {
        return listing.rootOf(lock);
    }

    @Override
    public HoldPage holdsOf(Root root) {
        return listing.holdsOn(new Resource(root, SubPath.WHOLE));
    }

    @Override
    public List<HoldPage> allHolds() {
        return listing.allHolds();
    }

    @Override
    public Queue queueOf(Root root) {
        return listing.queueOf(root);
    }

    @Override
    public List<Queue> allQueues() {
        return listing.allQueues();
    }

    @Override
    public List<List<OwnerId>> deadlocks() {
        return listing.deadlocks();
    }

    /** Hears of requests that have to wait; of nothing else, since what happens is known to the servers. */
    @Override
    public Runnable onEvent(Consumer<LockEvent> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public void close() {
        keeper.close();
        following.close();
        withdrawing.close();
        api.close();
    }
}

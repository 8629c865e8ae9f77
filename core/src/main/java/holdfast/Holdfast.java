package holdfast;

import holdfast.engine.EngineSettings;
import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.engine.LockEngine;
import holdfast.engine.LockService;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Resource;
import holdfast.store.LockStore;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Locks that know who holds them, why and until when.
 *
 * <pre>{@code
 * try (var store = SqliteLockStore.open(Path.of("locks.db"));
 *         var holdfast = Holdfast.on(store);
 *         var lock = holdfast.lock("user-platform/production//user-service")
 *                 .reason("deploy 1.2.3")
 *                 .waitAtMost(Duration.ofMinutes(5))
 *                 .takeOrThrow()) {
 *     lock.onLost(loss -> deployment.stop(loss.detail()));
 *     deployment.run(lock.token());
 * }
 * }</pre>
 *
 * <p>Safe for use by many threads. The store stays the caller's to close.
 */
public final class Holdfast implements AutoCloseable {
    private final LockService locks;

    private Holdfast(LockService locks) {
        this.locks = locks;
    }

    public static Holdfast on(LockStore store) {
        return on(store, EngineSettings.DEFAULT);
    }

    public static Holdfast on(LockStore store, EngineSettings settings) {
        return over(LockEngine.open(store, settings));
    }

    /** The same on locks that someone else keeps, such as a server. They are closed with it. */
    public static Holdfast over(LockService locks) {
        return new Holdfast(locks);
    }

    /** Begins a request for a resource, written {@code root} or {@code root//path}. */
    public LockRequest lock(String resource) {
        return lock(Resource.parse(resource));
    }

    public LockRequest lock(Resource resource) {
        return LockRequest.of(this, resource);
    }

    /** Takes several locks, all or none, as one owner. */
    public HoldOutcome takeAll(LockRequest... requests) throws InterruptedException {
        Owner owner = requests.length == 0 ? newOwner() : requests[0].owner();
        return locks.holdAll(
                Arrays.stream(requests)
                        .map(request -> request.ownedBy(owner).toRequest())
                        .toList());
    }

    /** A new run of this process: what it takes conflicts with what any other run holds. */
    public static Owner newOwner() {
        String user = System.getProperty("user.name", "unknown");
        return new Owner(
                newOwnerId(),
                user,
                Map.of("user", user, "pid", Long.toString(ProcessHandle.current().pid())));
    }

    public static OwnerId newOwnerId() {
        return new OwnerId(UUID.randomUUID().toString());
    }

    /** Everything else: renewals of detached locks, transfer, force-unlock, freezes, queues, events. */
    public LockService locks() {
        return locks;
    }

    /**
     * The engine of this process, which can do more than {@link #locks} can everywhere.
     *
     * @throws IllegalStateException if the locks are kept elsewhere
     */
    public LockEngine engine() {
        if (locks instanceof LockEngine engine) {
            return engine;
        }
        throw new IllegalStateException("no engine of this process keeps these locks");
    }

    /** Stops keeping locks alive. Those still held end with their leases. */
    @Override
    public void close() {
        locks.close();
    }

    static List<HeldLock> locksOf(HoldOutcome.Taken taken) {
        return taken.locks();
    }
}

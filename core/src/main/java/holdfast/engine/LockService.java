package holdfast.engine;

import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.CancelOutcome;
import holdfast.model.ForceUnlockOutcome;
import holdfast.model.ForceUnlockRequest;
import holdfast.model.Freeze;
import holdfast.model.Freezes;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.OwnerId;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RenewOutcome;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.TransferOutcome;
import holdfast.model.TransferRequest;
import holdfast.store.FreezeDraft;
import holdfast.store.HoldPage;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can be done with locks, wherever they are kept: by an engine of this process on a store, or by a server. Safe for
 * use by many threads.
 *
 * <p>Every method may throw a {@link StoreException}, whose type says what the caller may do next, an
 * {@link holdfast.model.InvalidRequestException}, after which nothing has changed, and, where someone checks who asks, a
 * {@link holdfast.model.NotPermittedException}.
 */
public interface LockService extends AutoCloseable {
    /**
     * Acquires a lock that nobody keeps alive: it lasts for its lease unless it is renewed. Waits if the request says so.
     * Answers {@code Granted} or {@code Refused}.
     */
    AcquireOutcome acquire(AcquireRequest request) throws InterruptedException;

    /** Takes a lock and keeps it alive until it is closed. */
    default HoldOutcome hold(AcquireRequest request) throws InterruptedException {
        return holdAll(List.of(request));
    }

    /** Takes several locks, all or none, under one deadline, and keeps them alive until they are closed. */
    HoldOutcome holdAll(List<AcquireRequest> requests) throws InterruptedException;

    /** Gives back one claim of a lock, or all of them if {@code claim} is null. */
    ReleaseOutcome release(Root root, LockId lock, @Nullable RequestId claim);

    /** Prolongs a lock that nobody keeps alive. */
    RenewOutcome renew(Root root, LockId lock, Duration lease);

    /** Hands a lock to another owner. Nobody keeps it alive for the receiver. */
    TransferOutcome transfer(Root root, TransferRequest request);

    /** Withdraws a request that waits, wherever it waits. */
    CancelOutcome cancel(Root root, RequestId request, String why);

    /** Takes locks away from their owners, with an audit entry in the same transaction. */
    ForceUnlockOutcome forceUnlock(Root root, ForceUnlockRequest request);

    /** Stops new grants below a prefix. When it returns, nobody grants there any more. */
    Freeze freeze(FreezeDraft draft) throws InterruptedException;

    /** Ends a freeze; empty if there is none with this id. */
    Optional<Freeze> thaw(String id, String by, String reason);

    Freezes freezes();

    /** Where a waiting request stands; empty if it does not wait. */
    Optional<QueuePosition> position(Root root, RequestId request);

    /** The live hold with this id, wherever it is. */
    Optional<Hold> find(LockId lock);

    /** Where a lock is, as far as that is known. */
    Optional<Root> rootOf(LockId lock);

    /** The holds of a root, lapsed ones included. */
    HoldPage holdsOf(Root root);

    /** The holds of all roots, lapsed ones included, page by page. */
    List<HoldPage> allHolds();

    /** Who waits in a root. */
    Queue queueOf(Root root);

    /** Who waits anywhere: one for each root in which somebody does. */
    List<Queue> allQueues();

    /** The cycles of owners who wait for each other, as one look shows them. */
    List<List<OwnerId>> deadlocks();

    /** Hears of what is done through this very object. Running what it returns ends that. */
    Runnable onEvent(Consumer<LockEvent> listener);

    /** Stops keeping and waiting. Locks that are still held end with their leases. */
    @Override
    void close();
}

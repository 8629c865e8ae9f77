package holdfast.cli;

import holdfast.engine.HoldOutcome;
import holdfast.engine.LockEvent;
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
import holdfast.model.LockId;
import holdfast.model.OwnerId;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RenewOutcome;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.TransferOutcome;
import holdfast.model.TransferRequest;
import holdfast.state.LockFiles;
import holdfast.store.FreezeDraft;
import holdfast.store.HoldPage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Locks of which people can read in the files of the states who holds them. */
final class ShownLocks implements LockService {
    private final LockService locks;
    private final LockFiles files;
    private final Brief brief;

    /** Whether a command shows what it did and does not keep. */
    enum Brief {
        SHOWN,
        /** It would take longer than all else that the command does. */
        LEFT_TO_OTHERS
    }

    ShownLocks(LockService locks, LockFiles files, Brief brief) {
        this.locks = locks;
        this.files = files;
        this.brief = brief;
    }

    private void changed(Root root) {
        if (brief == Brief.SHOWN) {
            files.changed(root);
        }
    }

    @Override
    public AcquireOutcome acquire(AcquireRequest request) throws InterruptedException {
        AcquireOutcome outcome = locks.acquire(request);
        if (outcome instanceof AcquireOutcome.Granted) {
            changed(request.resource().root());
        }
        return outcome;
    }

    @Override
    public HoldOutcome holdAll(List<AcquireRequest> requests) throws InterruptedException {
        HoldOutcome outcome = locks.holdAll(requests);
        if (outcome instanceof HoldOutcome.Taken taken) {
            taken.locks().forEach(lock -> files.held(lock.resource().root()));
        }
        return outcome;
    }

    @Override
    public ReleaseOutcome release(Root root, LockId lock, @Nullable RequestId claim) {
        ReleaseOutcome outcome = locks.release(root, lock, claim);
        changed(root);
        return outcome;
    }

    @Override
    public RenewOutcome renew(Root root, LockId lock, Duration lease) {
        RenewOutcome outcome = locks.renew(root, lock, lease);
        changed(root);
        return outcome;
    }

    @Override
    public TransferOutcome transfer(Root root, TransferRequest request) {
        TransferOutcome outcome = locks.transfer(root, request);
        changed(root);
        return outcome;
    }

    @Override
    public ForceUnlockOutcome forceUnlock(Root root, ForceUnlockRequest request) {
        ForceUnlockOutcome outcome = locks.forceUnlock(root, request);
        changed(root);
        return outcome;
    }

    @Override
    public CancelOutcome cancel(Root root, RequestId request, String why) {
        return locks.cancel(root, request, why);
    }

    @Override
    public Freeze freeze(FreezeDraft draft) throws InterruptedException {
        return locks.freeze(draft);
    }

    @Override
    public Optional<Freeze> thaw(String id, String by, String reason) {
        return locks.thaw(id, by, reason);
    }

    @Override
    public Freezes freezes() {
        return locks.freezes();
    }

    @Override
    public Optional<QueuePosition> position(Root root, RequestId request) {
        return locks.position(root, request);
    }

    @Override
    public Optional<Hold> find(LockId lock) {
        return locks.find(lock);
    }

    @Override
    public Optional<Root> rootOf(LockId lock) {
        return locks.rootOf(lock);
    }

    @Override
    public HoldPage holdsOf(Root root) {
        return locks.holdsOf(root);
    }

    @Override
    public List<HoldPage> allHolds() {
        return locks.allHolds();
    }

    @Override
    public Queue queueOf(Root root) {
        return locks.queueOf(root);
    }

    @Override
    public List<Queue> allQueues() {
        return locks.allQueues();
    }

    @Override
    public List<List<OwnerId>> deadlocks() {
        return locks.deadlocks();
    }

    @Override
    public Runnable onEvent(Consumer<LockEvent> listener) {
        return locks.onEvent(listener);
    }

    /** What was done last is shown first: who holds what is asked of the locks. */
    @Override
    public void close() {
        files.close();
        locks.close();
    }
}

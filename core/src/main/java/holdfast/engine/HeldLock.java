package holdfast.engine;

import holdfast.model.Claim;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Owner;
import holdfast.model.ReleaseOutcome;
import holdfast.model.Resource;
import holdfast.model.Token;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lock that this process holds and keeps alive until it is closed. Belongs to no thread: any thread may close it. Safe for
 * use by many threads.
 */
public final class HeldLock implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HeldLock.class);

    private final KeptHold kept;
    private final Keeping locks;

    HeldLock(KeptHold kept, Keeping locks) {
        this.kept = kept;
        this.locks = locks;
    }

    public LockId id() {
        return kept.hold().id();
    }

    public Token token() {
        return kept.hold().token();
    }

    public Resource resource() {
        return kept.claim().resource();
    }

    public Owner owner() {
        return kept.hold().owner();
    }

    public Claim claim() {
        return kept.claim();
    }

    /** The hold as it was when it was granted. */
    public Hold hold() {
        return kept.hold();
    }

    public HoldState state() {
        return locks.stateOf(kept);
    }

    /** How long the lock may be relied on if no further heartbeat gets through; never more than the store grants. */
    public Duration trustLeft() {
        return locks.trustLeft(kept);
    }

    /**
     * Calls back when the state changes, each time on the thread that found out; at once if the lock is lost already. The
     * callback must not block: heartbeats of other locks wait for it.
     */
    public void onChange(Consumer<HoldState> callback) {
        kept.onChange(callback);
    }

    /** Calls back once, when the lock is lost. */
    public void onLost(Consumer<Loss> callback) {
        kept.onChange(state -> {
            if (state instanceof HoldState.Lost lost) {
                callback.accept(lost.loss());
            }
        });
    }

    /** Gives the lock back. Says so if it had been lost before. */
    public ReleaseOutcome release() {
        return locks.release(kept);
    }

    /** Its caller is not told of it after all. */
    void abandon() {
        locks.abandon(kept);
    }

    /** Gives the lock back. A store that does not answer is only logged: the lease ends by itself. */
    @Override
    public void close() {
        HoldState before = state();
        if (before instanceof HoldState.Released) {
            return;
        }
        try {
            // Also when it is lost here: the store may still keep it for the rest of its lease.
            if (release() instanceof ReleaseOutcome.Lost lost && before.isHeld()) {
                LOG.warn(
                        "'{}' had been lost before it was released: {}", resource(), lost.ending());
            }
        } catch (StoreException e) {
            LOG.warn(
                    "'{}' could not be released, its lease will end by itself: {}",
                    resource(),
                    e.getMessage());
        }
    }
}

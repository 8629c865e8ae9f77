package holdfast.engine;

import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.Claim;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.ReleaseOutcome;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Keeps locks alive that someone else grants, such as a server, just as an engine keeps its own: heartbeats in batches, and a loss
 * that is told before the lock can go to another. Safe for use by many threads.
 */
public final class LockKeeper implements AutoCloseable {
    private final EngineHost host = new SystemHost();
    private final Source source;
    private final Keeper keeper;
    private final Keeping keeping = new Remote();

    /** Where the locks come from. */
    public interface Source extends Pulse {
        /** Gives back one claim. */
        ReleaseOutcome release(Hold hold, Claim claim);

        /** Gives back later what could not be given back now; does not wait for it. */
        void releaseLater(Hold hold, Claim claim);
    }

    public LockKeeper(Source source, Heartbeat heartbeat) {
        this.source = source;
        this.keeper = new Keeper(host, source, heartbeat);
    }

    /** Now, on the clocks by which holders stop trusting their locks. */
    public HostTime now() {
        return HostTime.of(host);
    }

    /**
     * Keeps a lock alive until it is closed.
     *
     * @param sentAt from before the request was sent that it is the answer to
     * @param lasts how long it lasts from then
     */
    public HeldLock keep(AcquireOutcome.Granted granted, HostTime sentAt, Duration lasts) {
        var kept = new KeptHold(granted.hold(), granted.claim(), sentAt, lasts);
        keeper.keep(kept);
        return new HeldLock(kept, keeping);
    }

    /** These may have been taken away: they are asked about at once. */
    public void look(Set<LockId> locks) {
        keeper.look(hold -> locks.contains(hold.id()));
    }

    /** Rule 11: all or none, under one deadline, each taken in turn. */
    public HoldOutcome holdAll(List<AcquireRequest> requests, Taking one)
            throws InterruptedException {
        return new SeveralLocks(one, host).hold(requests);
    }

    /** Ends the heartbeats. Locks that are still held end with their leases. */
    @Override
    public void close() {
        keeper.close();
    }

    private final class Remote implements Keeping {
        @Override
        public HoldState stateOf(KeptHold kept) {
            return keeper.stateOf(kept);
        }

        @Override
        public Duration trustLeft(KeptHold kept) {
            return kept.trustLeft(now());
        }

        @Override
        public ReleaseOutcome release(KeptHold kept) {
            drop(kept);
            try {
                return source.release(kept.hold(), kept.claim());
            } catch (StoreException e) {
                source.releaseLater(kept.hold(), kept.claim());
                throw e;
            }
        }

        @Override
        public void abandon(KeptHold kept) {
            try {
                release(kept);
            } catch (StoreException e) {
                // It is given back later.
            }
        }

        /** Before it is given back: a heartbeat that is under way must not take that for a loss. */
        private void drop(KeptHold kept) {
            keeper.drop(kept);
            kept.moveTo(new HoldState.Released());
        }
    }
}

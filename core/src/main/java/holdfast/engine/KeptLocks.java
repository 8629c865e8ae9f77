package holdfast.engine;

import holdfast.model.AcquireOutcome;
import holdfast.model.Hold;
import holdfast.model.Refusal;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RenewOutcome;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.List;

/** Locks that are kept alive from their grant to their release. */
final class KeptLocks implements Keeping {
    private final Site site;
    private final Leases leases;
    private final Keeper keeper;
    private final Waits waits;
    private final WaitingRoom room;

    KeptLocks(Site site, Leases leases, Keeper keeper, Waits waits, WaitingRoom room) {
        this.site = site;
        this.leases = leases;
        this.keeper = keeper;
        this.waits = waits;
        this.room = room;
    }

    /** Keeps what was granted. */
    HoldOutcome keep(Asking.Outcome result) {
        return switch (result.outcome()) {
            case AcquireOutcome.Granted granted -> keep(granted, result);
            case AcquireOutcome.Refused refused -> new HoldOutcome.Refused(refused.refusal());
            case AcquireOutcome.Queued queued ->
                    throw new IllegalStateException("still in line: " + queued);
        };
    }

    private HoldOutcome keep(AcquireOutcome.Granted granted, Asking.Outcome result) {
        Hold hold = granted.hold();
        CommitLoop.Made made = result.made();
        Anchor told = result.told();
        KeptHold kept;
        if (told != null) {
            kept = new KeptHold(hold, granted.claim(), told.sentAt(), told.until(hold.until()));
        } else if (made == null) {
            // A repeated request: how much of its lease is left is known only after a heartbeat.
            HostTime sentAt = HostTime.of(site.host());
            switch (leases.renew(hold.resource().root(), hold, hold.terms().lease())) {
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
                            Keeper.leaseFrom(hold, made.stamp().now()));
        }
        keeper.keep(kept);
        room.listen();
        return new HoldOutcome.Taken(List.of(new HeldLock(kept, this)));
    }

    @Override
    public HoldState stateOf(KeptHold kept) {
        return keeper.stateOf(kept);
    }

    @Override
    public Duration trustLeft(KeptHold kept) {
        return kept.trustLeft(HostTime.of(site.host()));
    }

    /** Gives back what its caller is not told of, if no other engine has told it. */
    @Override
    public void abandon(KeptHold kept) {
        drop(kept);
        Root root = kept.hold().resource().root();
        RequestId claim = kept.claim().request();
        try {
            waits.giveBack(root, kept.hold().id(), claim);
        } catch (StoreException e) {
            waits.giveBackLater(root, claim);
        }
    }

    private void drop(KeptHold kept) {
        keeper.drop(kept);
        // Before the store is asked: a heartbeat that is under way must not take this for a loss,
        // and nobody relies on the lock any more, whatever the store answers.
        kept.moveTo(new HoldState.Released());
    }

    @Override
    public ReleaseOutcome release(KeptHold kept) {
        drop(kept);
        Hold hold = kept.hold();
        Root root = hold.resource().root();
        RequestId claim = kept.claim().request();
        try {
            return leases.release(root, hold.id(), claim);
        } catch (StoreException e) {
            waits.giveBackLater(root, claim);
            throw e;
        }
    }
}

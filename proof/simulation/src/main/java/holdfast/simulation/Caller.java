package holdfast.simulation;

import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.engine.LockEngine;
import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Owner;
import holdfast.model.Refusal;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.TransferOutcome;
import holdfast.model.TransferRequest;
import holdfast.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Calls an engine and writes into the ledger what was asked and what was told. */
final class Caller {
    private final World world;
    private final Node node;
    private final LockEngine engine;
    private final Ledger ledger;

    Caller(World world, Node node, LockEngine engine) {
        this.world = world;
        this.node = node;
        this.engine = engine;
        this.ledger = world.ledger();
    }

    World world() {
        return world;
    }

    /** A call of the engine that waits. */
    private interface Call<T> {
        T run() throws InterruptedException;
    }

    void rest(long nanos) {
        world.scheduler().running().rest(nanos);
    }

    /** Takes locks and keeps them; empty unless all were taken. */
    List<HeldLock> hold(List<AcquireRequest> requests) {
        List<Ledger.Entry> entries = begin(requests);
        Optional<HoldOutcome> outcome = call(entries, () -> engine.holdAll(requests));
        if (outcome.isEmpty()) {
            return List.of();
        }
        return switch (outcome.get()) {
            case HoldOutcome.Taken taken -> {
                for (int i = 0; i < entries.size(); i++) {
                    HeldLock lock = taken.locks().get(i);
                    ledger.believes(lock, node, entries.get(i));
                    granted(entries.get(i), lock.hold());
                }
                yield taken.locks();
            }
            case HoldOutcome.Refused refused -> {
                refused(entries, refused.refusal());
                yield List.of();
            }
        };
    }

    /** Acquires a lock that nobody keeps alive. */
    Optional<Hold> acquire(AcquireRequest request) {
        List<Ledger.Entry> entries = begin(List.of(request));
        Optional<AcquireOutcome> outcome = call(entries, () -> engine.acquire(request));
        if (outcome.isEmpty()) {
            return Optional.empty();
        }
        return switch (outcome.get()) {
            case AcquireOutcome.Granted granted -> {
                granted(entries.get(0), granted.hold());
                yield Optional.of(granted.hold());
            }
            case AcquireOutcome.Refused refused -> {
                refused(entries, refused.refusal());
                yield Optional.empty();
            }
            case AcquireOutcome.Queued queued -> {
                world.broken(
                        new Violation("NoUnexpectedError", "told that it is queued: " + queued));
                yield Optional.empty();
            }
        };
    }

    private List<Ledger.Entry> begin(List<AcquireRequest> requests) {
        Actor caller = world.scheduler().running();
        List<Ledger.Entry> entries = new ArrayList<>();
        for (AcquireRequest request : requests) {
            world.note(caller, "wants " + wish(request));
            entries.add(ledger.begun(request, caller));
        }
        if (entries.size() > 1) {
            entries.forEach(Ledger.Entry::oneOfSeveral);
        }
        return entries;
    }

    private static String wish(AcquireRequest request) {
        return request.mode()
                + " "
                + request.resource()
                + " as "
                + request.owner().name()
                + " "
                + request.id()
                + " "
                + request.priority()
                + " "
                + request.whenHeld()
                + " under "
                + request.under();
    }

    private <T> Optional<T> call(List<Ledger.Entry> entries, Call<T> call) {
        try {
            T answer = call.run();
            entries.forEach(ledger::ended);
            return Optional.of(answer);
        } catch (StoreException e) {
            world.note(world.scheduler().running(), "was told nothing: " + e.getMessage());
        } catch (InterruptedException e) {
            world.note(world.scheduler().running(), "was interrupted");
        }
        entries.forEach(ledger::ended);
        entries.forEach(Ledger.Entry::unanswered);
        return Optional.empty();
    }

    private void granted(Ledger.Entry entry, Hold hold) {
        world.note(
                world.scheduler().running(),
                "got " + entry.request().id() + " by " + Shown.of(hold));
        ledger.knows(hold.id());
        world.checker().granted(entry, hold);
        entry.told(hold.id());
    }

    private void refused(List<Ledger.Entry> entries, Refusal refusal) {
        world.note(
                world.scheduler().running(),
                "was refused "
                        + entries.get(0).request().id()
                        + ": "
                        + refusal.getClass().getSimpleName());
        world.checker().refused(entries, refusal);
        // Its place may be withdrawn only later, when the store answers again.
        boolean mayLinger = refusal instanceof Refusal.TimedOut;
        entries.forEach(mayLinger ? Ledger.Entry::unanswered : Ledger.Entry::giveUp);
    }

    void release(HeldLock lock) {
        Ledger.Entry entry = ledger.find(lock.claim().request());
        if (entry != null) {
            entry.giveUp();
        }
        try {
            ReleaseOutcome outcome = lock.release();
            world.note(world.scheduler().running(), "released " + lock.id() + " " + outcome);
            world.checker().released(lock.claim().request(), outcome);
        } catch (StoreException e) {
            world.note(world.scheduler().running(), "could not release: " + e.getMessage());
        }
        if (lock.state().isHeld()) {
            world.broken(
                    new Violation("ReleasedIsNotHeld", lock.id() + " says it is " + lock.state()));
        }
    }

    void release(Root root, LockId lock, RequestId claim) {
        Ledger.Entry entry = ledger.find(claim);
        if (entry != null) {
            entry.giveUp();
        }
        try {
            ReleaseOutcome outcome = engine.release(root, lock, claim);
            world.note(world.scheduler().running(), "released " + claim + " " + outcome);
            world.checker().released(claim, outcome);
        } catch (StoreException e) {
            world.note(world.scheduler().running(), "could not release: " + e.getMessage());
        }
    }

    void renew(Hold hold) {
        try {
            var outcome = engine.renew(hold.resource().root(), hold.id(), hold.terms().lease());
            world.note(world.scheduler().running(), "renewed " + hold.id() + " " + outcome);
        } catch (StoreException e) {
            world.note(world.scheduler().running(), "could not renew: " + e.getMessage());
        }
    }

    /** @return the receiver's holds */
    List<Hold> transfer(Hold hold, RequestId id, Owner receiver) {
        ledger.transferring(hold.owner().id());
        var request = new TransferRequest(id, hold.id(), receiver);
        try {
            TransferOutcome outcome = engine.transfer(hold.resource().root(), request);
            world.note(world.scheduler().running(), "transfer of " + hold.id() + " " + outcome);
            if (outcome instanceof TransferOutcome.Transferred transferred) {
                return transferred.holds();
            }
        } catch (StoreException e) {
            world.note(world.scheduler().running(), "could not transfer: " + e.getMessage());
        }
        return List.of();
    }
}

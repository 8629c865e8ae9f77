package holdfast.engine;

import holdfast.model.AcquireRequest;
import holdfast.model.EngineId;
import holdfast.model.OwnerUse;
import holdfast.model.Root;
import holdfast.model.WhenHeld;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One call that acquires: the seat that it took, and what it found out about its owner. Used by its own thread alone. */
final class Bid {
    private final AcquireRequest request;
    private final EngineId via;
    private final Site site;
    private final @Nullable WaitingRoom room;
    private final Caller caller;
    private @Nullable Seat seat;
    private @Nullable Set<Root> entangling;

    /** What becomes of the lock. */
    enum Caller {
        /** This engine keeps it alive. */
        KEPT,
        /** Its caller does. */
        DETACHED
    }

    private Bid(AcquireRequest request, Site site, @Nullable WaitingRoom room, Caller caller) {
        this.request = request;
        this.via = room == null ? EngineId.ANY_SERVER : site.engine();
        this.site = site;
        this.room = room;
        this.caller = caller;
    }

    /** Of a caller that waits here. */
    static Bid here(AcquireRequest request, Site site, WaitingRoom room, Caller caller) {
        return new Bid(request, site, room, caller);
    }

    /** Of a caller that is elsewhere and comes back for its answer. */
    static Bid fromElsewhere(AcquireRequest request, Site site) {
        return new Bid(request, site, null, Caller.DETACHED);
    }

    AcquireRequest request() {
        return request;
    }

    /** Through whom the caller is told. */
    EngineId via() {
        return via;
    }

    Root root() {
        return request.resource().root();
    }

    /** Whether its caller waits here, and for longer than this. */
    boolean waitsHere(Duration longerThan) {
        return room != null
                && request.whenHeld() instanceof WhenHeld.Wait wait
                && wait.atMost().compareTo(longerThan) > 0;
    }

    /** Takes a seat before the request gets a place in line, so that nothing that happens to the place is missed. */
    void joining() {
        if (seat == null && room != null) {
            seat = room.enter(root(), request.id());
        }
    }

    /** The seat of a caller that waits here and is in line. */
    Seat seat() {
        joining();
        if (seat == null) {
            throw new IllegalStateException(request.id() + " waits elsewhere");
        }
        return seat;
    }

    /** Whether this engine sends heartbeats for the lock from its grant on. */
    boolean isKept() {
        return caller == Caller.KEPT;
    }

    void getUp() {
        if (seat != null && room != null) {
            room.leave(seat);
        }
    }

    /** The next decision asks the store anew about the owner. */
    void decideAnew() {
        entangling = null;
    }

    /** Whoever holds nothing and waits nowhere else is in nobody's way, so its wait closes no cycle. */
    boolean mayBeWaitedFor() {
        if (request.under() != null) {
            return true;
        }
        if (request.ownerUse() == OwnerUse.ONCE) {
            return false;
        }
        if (entangling == null) {
            entangling = site.store().entangling(request.owner().id());
        }
        return entangling.stream().anyMatch(root -> !root.equals(root()));
    }
}

package holdfast.engine;

import holdfast.model.AcquireRequest;
import holdfast.model.Root;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One call that acquires: the seat that it took, and what it found out about its owner. Used by its own thread alone. */
final class Bid {
    private final AcquireRequest request;
    private final Site site;
    private @Nullable Seat seat;
    private @Nullable Set<Root> rootsOfOwner;

    Bid(AcquireRequest request, Site site) {
        this.request = request;
        this.site = site;
    }

    AcquireRequest request() {
        return request;
    }

    Root root() {
        return request.resource().root();
    }

    /** Before the request gets a place in line, so that nothing that happens to the place is missed. */
    Seat sit(WaitingRoom room) {
        if (seat == null) {
            seat = room.enter(request);
        }
        return seat;
    }

    void getUp(WaitingRoom room) {
        if (seat != null) {
            room.leave(seat);
        }
    }

    /** The next decision asks the store anew about the owner. */
    void decideAnew() {
        rootsOfOwner = null;
    }

    /** Whoever holds nothing and waits nowhere else is in nobody's way, so its wait closes no cycle. */
    boolean mayBeWaitedFor() {
        if (request.under() != null) {
            return true;
        }
        if (rootsOfOwner == null) {
            rootsOfOwner = site.store().rootsOf(request.owner().id());
        }
        return rootsOfOwner.stream().anyMatch(root -> !root.equals(root()));
    }
}

package holdfast.rulebook;

import holdfast.model.AcquireRequest;
import holdfast.model.Owner;
import holdfast.model.Waiter;

/** Someone who wants a lock, newcomer or waiter, with the place in line that counts. */
record Candidate(Owner owner, Conflict wish, TurnOrder.Place place) {
    static Candidate of(Waiter waiter) {
        return new Candidate(waiter.owner(), Conflict.of(waiter), TurnOrder.placeOf(waiter));
    }

    static Candidate newcomer(AcquireRequest request, TurnOrder.Place place) {
        return new Candidate(
                request.owner(),
                Conflict.of(request.owner(), request.resource(), request.mode()),
                place);
    }

    boolean isBehind(Waiter waiter) {
        return TurnOrder.placeOf(waiter).compareTo(place) < 0;
    }
}

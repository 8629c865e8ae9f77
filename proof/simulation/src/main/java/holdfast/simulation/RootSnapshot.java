package holdfast.simulation;

import holdfast.model.Hold;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import holdfast.model.Waiter;
import java.util.List;
import java.util.Optional;

/** All that is stored of a root, lapsed things included. */
record RootSnapshot(Root root, List<Hold> holds, List<Waiter> queue) {
    RootSnapshot {
        holds = List.copyOf(holds);
        queue = List.copyOf(queue);
    }

    Optional<Hold> hold(Token token) {
        return holds.stream().filter(hold -> hold.token().equals(token)).findFirst();
    }

    Optional<Waiter> waiter(RequestId request) {
        return queue.stream().filter(waiter -> waiter.claim().request().equals(request)).findAny();
    }

    List<Hold> liveHolds(StoreTime now) {
        return holds.stream().filter(hold -> Judgement.lives(hold, now)).toList();
    }

    List<Waiter> liveWaiters(StoreTime now) {
        return queue.stream().filter(waiter -> Judgement.lives(waiter, now)).toList();
    }
}

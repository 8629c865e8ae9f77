package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.model.Owner;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.store.RootView;
import java.util.Optional;

/** Whose a request is. */
final class Places {
    private final LockEngine engine;

    Places(LockEngine engine) {
        this.engine = engine;
    }

    /** To ask for a request keeps its place, so that is for its owner to do, and for who may act for others. */
    void requireOwn(Call call, Deed deed, Resource resource, RequestId request) {
        if (call.isTrusted()) {
            return;
        }
        // Not by the resource that the caller names, which only has to be of the same root.
        RootView view = engine.queues().look(resource.root(), request);
        placeIn(view, request)
                .or(() -> holdIn(view, request))
                .ifPresentOrElse(
                        place -> call.require(deed, place.resource(), place.owner()),
                        () -> call.require(deed, resource));
    }

    private record Place(Resource resource, Owner owner) {}

    private static Optional<Place> placeIn(RootView view, RequestId request) {
        return view.waiters().stream()
                .filter(waiter -> waiter.claim().request().equals(request))
                .filter(waiter -> waiter.isLive(view.now()))
                .map(waiter -> new Place(waiter.resource(), waiter.owner()))
                .findFirst();
    }

    private static Optional<Place> holdIn(RootView view, RequestId request) {
        return view.holds().stream()
                .filter(hold -> hold.claim(request).isPresent())
                .map(hold -> new Place(hold.resource(), hold.owner()))
                .findFirst();
    }
}

package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.engine.RemoteGlobalLock;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Root;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks at a lock, and gives it back. */
final class LockRoutes {
    private final LockEngine engine;
    private final Finder finder;

    private final Recorder recorder;
    private final RemoteGlobalLock everything;

    LockRoutes(LockEngine engine, Finder finder, Recorder recorder, RemoteGlobalLock everything) {
        this.engine = engine;
        this.finder = finder;
        this.recorder = recorder;
        this.everything = everything;
    }

    void addTo(Routes routes) {
        routes.get("/v1/locks/{lock_id}", this::get)
                .deleteAlways("/v1/locks/{lock_id}", this::release);
    }

    private Reply get(Call call) throws InterruptedException {
        Query query = call.query();
        Optional<Root> root = query.resource().map(Resource::root);
        query.end();
        Finder.Found found = finder.live(call, call.lockId(), root);
        call.require(Deed.READ, found.hold().resource());
        return Reply.json(Statuses.OK, json -> LockJson.write(json, found.hold(), found.now()));
    }

    private Reply release(Call call) throws InterruptedException {
        Query query = call.query();
        Optional<Root> named = query.resource().map(Resource::root);
        @Nullable RequestId claim = query.text("request_id").map(RequestId::new).orElse(null);
        query.end();
        LockId lock = call.lockId();
        Root root = finder.root(lock, named.or(() -> call.first().noted().map(Root::new)));
        boolean isEverything = RemoteGlobalLock.isMeantBy(Resource.parse(root.text()));
        Optional<Hold> held =
                call.isTrusted() && !isEverything
                        ? Optional.empty()
                        : finder.in(root, lock).map(Finder.Found::hold);
        held.ifPresentOrElse(hold -> mayRelease(call, hold), () -> call.requireHearing(root));
        // Where it was is all that another server needs to find what became of it.
        call.first().begins(root.text());
        ReleaseOutcome outcome = engine.release(root, lock, claim);
        // Also what another ended, who may have died before it lifted its freeze.
        everything.liftWhatIsOver(root, call.caller().name());
        return switch (outcome) {
            case ReleaseOutcome.Released released -> released(lock, released);
            case ReleaseOutcome.Lost lost -> throw Problems.lost(lock, lost.ending());
            case ReleaseOutcome.NotFound none -> throw Problems.lost(lock, null);
        };
    }

    private static Reply released(LockId lock, ReleaseOutcome.Released released) {
        return Reply.json(
                Statuses.OK,
                json -> {
                    json.writeStringProperty("lock_id", lock.text());
                    json.writeStringProperty("state", "released");
                    json.writeNumberProperty("claims_left", released.claimsLeft());
                });
    }

    private void mayRelease(Call call, Hold hold) {
        call.require(Deed.RELEASE, hold.resource(), hold.owner());
        if (!call.caller().owns(hold.owner())) {
            recorder.beforeActingForAnother("lock.release.requested", call.caller(), hold);
        }
    }
}

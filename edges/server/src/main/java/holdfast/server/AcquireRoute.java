package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.engine.RemoteGlobalLock;
import holdfast.model.AcquireRequest;
import holdfast.model.LockId;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.RequestState;
import holdfast.model.Resource;
import holdfast.model.Token;
import holdfast.model.WhenFrozen;
import holdfast.model.WhenHeld;
import holdfast.model.keys.Keys;
import java.time.Duration;

/** Asks for a lock. */
final class AcquireRoute {
    private final LockEngine engine;
    private final RequestRoutes requests;
    private final RequestDefaults defaults;

    AcquireRoute(LockEngine engine, RequestRoutes requests, RequestDefaults defaults) {
        this.engine = engine;
        this.requests = requests;
        this.defaults = defaults;
    }

    void addTo(Routes routes) {
        routes.post("/v1/locks", this::acquire);
    }

    private Reply acquire(Call call) throws InterruptedException {
        AcquireRequest request = request(call);
        call.require(Deed.ACQUIRE, request.resource());
        if (request.under() != null) {
            requireOwn(call, request.under());
        }
        RequestState state = engine.remote().ask(request);
        if (RemoteGlobalLock.isMeantBy(request.resource())) {
            return requests.everything(call, request, state);
        }
        return state instanceof RequestState.Waiting
                ? requests.await(call, request.resource(), request.id(), Statuses.CREATED)
                : requests.answer(state, request.resource(), request.id(), Statuses.CREATED);
    }

    /** Who knows the id of a lock does not own it by that. */
    private void requireOwn(Call call, LockId under) {
        engine.find(under)
                .ifPresent(hold -> call.require(Deed.RENEW, hold.resource(), hold.owner()));
    }

    private AcquireRequest request(Call call) {
        Fields body = call.body();
        RequestId id = call.keyOr(body.text("request_id"));
        Resource resource = Keys.parse(body.requiredText("resource"));
        var request =
                new AcquireRequest(
                        id,
                        resource,
                        body.word("mode", Mode.class).orElse(Mode.EXCLUSIVE),
                        owner(call, body),
                        body.text("under").map(LockId::new).orElse(null),
                        body.seconds("wait_seconds")
                                .filter(Duration::isPositive)
                                .<WhenHeld>map(WhenHeld.Wait::new)
                                .orElseGet(WhenHeld.GiveUp::new),
                        body.word("when_frozen", WhenFrozen.class).orElse(WhenFrozen.WAIT),
                        body.seconds("lease_seconds").orElse(defaults.lease()),
                        priority(body),
                        new Note(body.text("reason").orElse(""), body.texts("metadata")),
                        body.number("smallest_token").map(Token::new).orElse(null));
        body.end();
        return request;
    }

    private Priority priority(Fields body) {
        Priority asked = body.word("priority", Priority.class).orElse(Priority.NORMAL);
        return defaults.priorities() == RequestDefaults.Priorities.HONOURED
                ? asked
                : Priority.NORMAL;
    }

    /** Reads {@code owner_id}, {@code owner} and {@code owner_facts}. */
    static Owner owner(Call call, Fields body) {
        return call.caller()
                .owner(
                        body.text("owner_id").orElseGet(NewIds::next),
                        body.text("owner").orElse(""),
                        body.texts("owner_facts"));
    }
}

package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.engine.RemoteGlobalLock;
import holdfast.model.AcquireRequest;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.Priority;
import holdfast.model.Refusal;
import holdfast.model.RequestId;
import holdfast.model.RequestState;
import holdfast.model.Resource;
import holdfast.model.Token;
import holdfast.model.WhenFrozen;
import holdfast.model.WhenHeld;
import holdfast.model.keys.Keys;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.Map;

/** Asks for a lock. */
final class AcquireRoute {
    private final LockEngine engine;
    private final Finder finder;
    private final RequestRoutes requests;
    private final RequestDefaults defaults;

    AcquireRoute(
            LockEngine engine, Finder finder, RequestRoutes requests, RequestDefaults defaults) {
        this.engine = engine;
        this.finder = finder;
        this.requests = requests;
        this.defaults = defaults;
    }

    void addTo(Routes routes) {
        routes.postNamed("/v1/locks", this::acquire);
    }

    private Reply acquire(Call call) throws InterruptedException {
        AcquireRequest request = request(call);
        call.require(Deed.ACQUIRE, request.resource());
        if (request.under() != null) {
            requireOwn(call, request, request.under());
        }
        // Before anything is written: whoever is sent away must have left nothing behind.
        try (Slots.Taken slot = requests.slotFor(call, request)) {
            RequestState state = engine.remote().ask(request);
            try {
                return answer(call, request, state);
            } catch (StoreException.Unavailable e) {
                // The request itself is written, and its caller must not take it for one that is
                // not.
                throw new StoreException.OutcomeUnknown(String.valueOf(e.getMessage()), e);
            }
        }
    }

    private Reply answer(Call call, AcquireRequest request, RequestState state)
            throws InterruptedException {
        if (RemoteGlobalLock.isMeantBy(request.resource())) {
            return requests.everything(call, request, state);
        }
        return state instanceof RequestState.Waiting
                ? requests.await(call, request.resource(), request.id(), Statuses.CREATED)
                : requests.answer(state, request.resource(), request.id(), Statuses.CREATED);
    }

    /** Who knows the id of a lock does not own it by that. */
    private void requireOwn(Call call, AcquireRequest request, LockId under)
            throws InterruptedException {
        Hold hold =
                finder.find(under, request.resource().root())
                        .orElseThrow(() ->
                                Problems.of(
                                        new Refusal.NotUnderLiveLock(
                                                request.resource(), under, null)));
        call.require(Deed.RENEW, hold.resource(), hold.owner());
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
                        new Run(id, resource.text()).owner(call, body),
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

    /**
     * The run that makes a request.
     *
     * @param about what it asks for
     */
    record Run(RequestId request, String about) {
        /** Reads {@code owner_id}, {@code owner} and {@code owner_facts}. */
        Owner owner(Call call, Fields body) {
            String name = body.text("owner").orElse("");
            Map<String, String> facts = body.texts("owner_facts");
            return call.caller().owner(id(body, name, facts), name, facts);
        }

        /** The same for somebody else, to whom something is handed over. */
        Owner other(Call call, Fields body, String identity) {
            String name = body.text("owner").orElse("");
            Map<String, String> facts = body.texts("owner_facts");
            return call.caller().other(identity, id(body, name, facts), name, facts);
        }

        private String id(Fields body, String name, Map<String, String> facts) {
            return body.text("owner_id").orElseGet(() -> NewIds.run(request, about, name, facts));
        }
    }
}

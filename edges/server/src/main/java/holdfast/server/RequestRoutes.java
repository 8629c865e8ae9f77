package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.engine.QueuePosition;
import holdfast.engine.RemoteGlobalLock;
import holdfast.model.AcquireRequest;
import holdfast.model.Claim;
import holdfast.model.ErrorCode;
import holdfast.model.Freeze;
import holdfast.model.Hold;
import holdfast.model.Refusal;
import holdfast.model.RequestId;
import holdfast.model.RequestState;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import holdfast.model.WhenHeld;
import holdfast.store.RootView;
import holdfast.store.StoreException;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Requests that wait: what became of them and how far they are. */
final class RequestRoutes {
    private static final int RETRY_MILLIS = 200;
    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final Slots.Taken NO_SLOT = () -> {};

    private final LockEngine engine;
    private final ServerLimits limits;
    private final Slots waiting;
    private final RemoteGlobalLock everything;
    private final Places places;

    RequestRoutes(LockEngine engine, RemoteGlobalLock everything, ServerLimits limits) {
        this.engine = engine;
        this.everything = everything;
        this.limits = limits;
        this.places = new Places(engine);
        this.waiting =
                new Slots("answers that wait", limits.waitersMax(), limits.waitersOfOneMax());
    }

    void addTo(Routes routes) {
        routes.stream("/v1/requests/{request_id}", this::poll);
    }

    /** How many requests wait for their answers. */
    int waiting() {
        return waiting.taken();
    }

    private void poll(Call call, ServerResponse response) throws InterruptedException {
        Query query = call.query();
        Resource resource = query.requiredResource();
        query.end();
        RequestId request = call.requestId();
        places.requireOwn(call, Deed.RENEW, resource, request);
        boolean isEverything = RemoteGlobalLock.isMeantBy(resource);
        boolean isStream = !isEverything && call.wants(EventStream.MEDIA_TYPE);
        try (Slots.Taken slot = slot(call, isEverything || isStream)) {
            if (isEverything) {
                RequestState state = engine.remote().inquire(resource, request);
                Routes.send(call.request(), response, everything(call, resource, request, state));
            } else if (isStream) {
                try (EventStream stream = EventStream.open(response, RETRY_MILLIS)) {
                    follow(stream, resource, request);
                }
            } else {
                Routes.send(call.request(), response, await(call, resource, request, Statuses.OK));
            }
        }
    }

    /** For the answer to a request for a lock, which may wait for it. A lock on everything takes its time in any case. */
    Slots.Taken slotFor(Call call, AcquireRequest request) {
        if (RemoteGlobalLock.isMeantBy(request.resource())) {
            return slot(call, true);
        }
        return request.whenHeld() instanceof WhenHeld.Wait ? slot(call, false) : NO_SLOT;
    }

    /** None for whoever does not let its answer wait. */
    private Slots.Taken slot(Call call, boolean waitsAnyway) {
        return waitsAnyway || call.patience(limits.longestPoll()).isPositive()
                ? call.isTrusted() ? waiting.take() : waiting.take(call.key())
                : NO_SLOT;
    }

    /** What of a place was told last. */
    private record Told(int position, Optional<String> freeze) {
        static Told of(QueuePosition position) {
            return new Told(position.position(), position.freeze().map(Freeze::id));
        }
    }

    /** Tells every change of the position, and in the end the grant or the refusal. Who is cut off comes back to its place. */
    private void follow(EventStream stream, Resource resource, RequestId request)
            throws InterruptedException {
        long began = System.nanoTime();
        var told = new Told(0, Optional.empty());
        Duration patience = Duration.ZERO;
        while (System.nanoTime() - began < limits.streamLasts().toNanos()
                && !engine.remote().isClosed()) {
            RequestState state = engine.remote().await(resource, request, patience);
            if (!(state instanceof RequestState.Waiting waits)) {
                last(stream, state, resource, request);
                return;
            }
            QueuePosition position = engine.queues().position(waits.place());
            Told now = Told.of(position);
            if (now.equals(told)) {
                stream.alive();
            } else {
                stream.event("waiting", null, json -> write(json, waits.place(), position));
            }
            told = now;
            patience = LOOK;
        }
    }

    private void last(
            EventStream stream, RequestState state, Resource resource, RequestId request) {
        switch (state) {
            case RequestState.Offered(Hold hold, StoreTime now) ->
                    stream.event("offered", null, json -> write(json, request, hold, now));
            case RequestState.Held(Hold hold, StoreTime now) ->
                    stream.event("granted", null, json -> write(json, request, hold, now));
            case RequestState.Over over ->
                    stream.event("refused", null, refused(over.refusal(), resource)::write);
            case RequestState.Unknown unknown ->
                    stream.event("refused", null, unknown(resource, request)::write);
            case RequestState.Waiting waits -> {}
        }
    }

    /** The first answer to a request for a lock on everything: who does not wish to wait gets it at once or not at all. */
    Reply everything(Call call, AcquireRequest request, RequestState state)
            throws InterruptedException {
        if (request.whenHeld() instanceof WhenHeld.Wait
                || !(state instanceof RequestState.Held held)) {
            return everything(call, request.resource(), request.id(), state);
        }
        RemoteGlobalLock.Progress progress =
                everything.advance(request.id(), request.resource(), state, Duration.ZERO);
        if (!progress.others().isEmpty()) {
            everything.giveUp(held.hold(), request.id());
            throw Problems.of(
                    new Refusal.Held(request.resource(), progress.others(), 0, held.now()));
        }
        return answer(progress.state(), request.resource(), request.id(), Statuses.CREATED);
    }

    private Reply everything(Call call, Resource resource, RequestId request, RequestState state)
            throws InterruptedException {
        RemoteGlobalLock.Progress progress =
                everything.advance(request, resource, state, call.patience(limits.longestPoll()));
        Optional<Hold> pending = progress.pending();
        return pending.isPresent()
                ? waiting(request, pending.get(), progress.others())
                : answer(
                        progress.state(),
                        resource,
                        request,
                        state instanceof RequestState.Held && call.isPost()
                                ? Statuses.CREATED
                                : Statuses.OK);
    }

    /** It has its turn, and others still hold something; or its turn has come, and the next request takes it. */
    private Reply waiting(RequestId request, Hold lock, List<Hold> others) {
        StoreTime now = engine.look(lock.resource().root()).now();
        var place =
                new Waiter(
                        new Ticket(lock.token().value()),
                        lock.token().value(),
                        new Claim(request, lock.resource(), lock.mode()),
                        lock.owner(),
                        lock.terms(),
                        lock.priority(),
                        lock.note(),
                        lock.engine(),
                        lock.acquiredAt(),
                        lock.until());
        var position = new QueuePosition(now, 1, List.of(), others, Optional.empty());
        return Reply.json(Statuses.ACCEPTED, json -> write(json, place, position))
                .withHeader("Retry-After", "0");
    }

    /**
     * Answers when something happens to the request, or when the caller's patience is over. Its caller has a slot for that.
     *
     * @param granted the status of a grant
     */
    Reply await(Call call, Resource resource, RequestId request, int granted)
            throws InterruptedException {
        RequestState state =
                engine.remote().await(resource, request, call.patience(limits.longestPoll()));
        return answer(state, resource, request, granted);
    }

    Reply answer(RequestState state, Resource resource, RequestId request, int granted) {
        return switch (state) {
            case RequestState.Waiting waiting -> waiting(waiting.place());
            case RequestState.Offered(Hold hold, StoreTime now) ->
                    granted(granted, request, hold, now);
            case RequestState.Held(Hold hold, StoreTime now) ->
                    granted(granted, request, hold, now);
            case RequestState.Over over -> throw refused(over.refusal(), resource);
            case RequestState.Unknown unknown -> throw unknown(resource, request);
        };
    }

    /** With the holders, also where the rule that was broken is not about them. */
    private Problem refused(Refusal refusal, Resource resource) {
        return switch (refusal) {
            case Refusal.QueueFull full -> withHolders(full, resource);
            case Refusal.Deadlock deadlock -> withHolders(deadlock, resource);
            case Refusal.Frozen frozen -> withHolders(frozen, resource);
            default -> Problems.of(refusal);
        };
    }

    private Problem withHolders(Refusal refusal, Resource resource) {
        try {
            RootView view = engine.look(resource.root());
            List<Hold> holders =
                    view.holds().stream()
                            .filter(hold ->
                                    hold.isLive(view.now()) && hold.resource().overlaps(resource))
                            .toList();
            return Problems.of(refusal, holders, view.now());
        } catch (StoreException e) {
            // The refusal is known all the same.
            return Problems.of(refusal);
        }
    }

    private static Problem unknown(Resource resource, RequestId request) {
        return new Problem(
                ErrorCode.LOCK_NOT_FOUND,
                "nothing is known of request '"
                        + request
                        + "' for '"
                        + resource
                        + "': it never came, or nobody asked for it for so long that its place"
                        + " is lost. Ask for the lock again; the same request id is good for that.");
    }

    /** A lock that the caller has now, or is offered: then it has to renew it before its end to have it. */
    private static Reply granted(int status, RequestId request, Hold hold, StoreTime now) {
        return Reply.json(status, json -> write(json, request, hold, now))
                .withHeader("Location", "/v1/locks/" + hold.id());
    }

    private static void write(JsonGenerator json, RequestId request, Hold hold, StoreTime now) {
        json.writeStringProperty("request_id", request.text());
        LockJson.write(json, hold, now);
    }

    private Reply waiting(Waiter place) {
        QueuePosition position = engine.queues().position(place);
        Reply reply = Reply.json(Statuses.ACCEPTED, json -> write(json, place, position));
        return engine.remote().isClosed() ? reply.withHeader("Retry-After", "0") : reply;
    }

    private static void write(JsonGenerator json, Waiter place, QueuePosition position) {
        RequestJson.write(json, place);
        json.writeNumberProperty("position", position.position());
        RequestJson.placeLeft(json, place, position.now());
        Json.array(
                json,
                "holders",
                position.holders(),
                (out, hold) -> LockJson.write(out, hold, position.now()));
        position.freeze().ifPresent(freeze -> FreezeJson.write(json, "freeze", freeze));
    }
}

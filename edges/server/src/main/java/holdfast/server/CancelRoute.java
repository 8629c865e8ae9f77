package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.engine.RemoteGlobalLock;
import holdfast.model.CancelOutcome;
import holdfast.model.Ending;
import holdfast.model.ErrorCode;
import holdfast.model.Hold;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import java.util.Optional;

/** Giving up a request that waits. */
final class CancelRoute {
    private final LockEngine engine;
    private final RemoteGlobalLock everything;
    private final Places places;

    CancelRoute(LockEngine engine, RemoteGlobalLock everything) {
        this.engine = engine;
        this.everything = everything;
        this.places = new Places(engine);
    }

    void addTo(Routes routes) {
        routes.deleteAlways("/v1/requests/{request_id}", this::cancel);
    }

    private Reply cancel(Call call) {
        Query query = call.query();
        Resource resource = query.requiredResource();
        String why = why(call, query.text("reason"));
        query.end();
        RequestId request = call.requestId();
        places.requireOwn(call, Deed.CANCEL, resource, request);
        return switch (engine.cancel(resource.root(), request, why)) {
            case CancelOutcome.Cancelled cancelled -> cancelled(request);
            case CancelOutcome.AlreadyGranted granted when isIncomplete(granted.hold()) -> {
                everything.giveUp(granted.hold(), request);
                yield cancelled(request);
            }
            case CancelOutcome.AlreadyGranted granted ->
                    throw new Problem(
                            ErrorCode.LOCK_EXISTS,
                            "the grant was first: release lock " + granted.hold().id(),
                            json -> {
                                json.writeStringProperty("lock_id", granted.hold().id().text());
                                json.writeNumberProperty("token", granted.hold().token().value());
                            });
            case CancelOutcome.AlreadyEnded ended
                    when ended.ending().equals(new Ending.Cancelled(why)) ->
                    cancelled(request);
            case CancelOutcome.AlreadyEnded ended ->
                    throw new Problem(
                            ErrorCode.CANCELLED,
                            "the request had come to an end before",
                            json -> Problems.ending(json, ended.ending()));
            case CancelOutcome.NotFound none ->
                    throw new Problem(
                            ErrorCode.LOCK_NOT_FOUND,
                            "no request '" + request + "' waits for '" + resource + "'");
        };
    }

    private boolean isIncomplete(Hold hold) {
        return RemoteGlobalLock.isMeantBy(hold.resource()) && !everything.others(hold).isEmpty();
    }

    /** Says who did it, whatever else the caller says. Who cannot be told apart is not named. */
    private static String why(Call call, Optional<String> reason) {
        String who = "cancelled by " + call.caller().name();
        if (reason.isEmpty()) {
            return who;
        }
        return call.isTrusted() ? reason.get() : who + ": " + reason.get();
    }

    private static Reply cancelled(RequestId request) {
        return Reply.json(
                Statuses.OK,
                json -> {
                    json.writeStringProperty("request_id", request.text());
                    json.writeStringProperty("state", "cancelled");
                });
    }
}

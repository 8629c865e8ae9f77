package holdfast.client;

import holdfast.model.CancelOutcome;
import holdfast.model.Ending;
import holdfast.model.ErrorCode;
import holdfast.model.ForceUnlockOutcome;
import holdfast.model.ForceUnlockRequest;
import holdfast.model.Freeze;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Quarantine;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.TransferOutcome;
import holdfast.model.TransferRequest;
import holdfast.store.FreezeDraft;
import holdfast.store.HoldPage;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is done to locks and requests beside asking for them and keeping them. */
final class Deeds {
    private static final String LOCKS = "/v1/locks/";

    private final Api api;

    Deeds(Api api) {
        this.api = api;
    }

    private static boolean is(Api.Reply reply, ErrorCode code) {
        return reply.code().filter(code::equals).isPresent();
    }

    TransferOutcome transfer(Root root, TransferRequest request) {
        Api.Reply reply =
                api.askAnyway(
                        Request.post(
                                Request.path(LOCKS, request.lock().text(), "/transfer"),
                                json -> {
                                    json.writeStringProperty("request_id", request.id().text());
                                    json.writeStringProperty("resource", root.text());
                                    Asking.write(json, request.receiver());
                                }));
        if (reply.isGood()) {
            return new TransferOutcome.Transferred(Reading.holds(reply.fields(), "locks"));
        }
        if (is(reply, ErrorCode.LOCK_EXISTS)) {
            return new TransferOutcome.Conflict(inTheWay(reply));
        }
        return new TransferOutcome.Lost(Endings.of(reply.fields()));
    }

    /** The answer names who is in the way, and where. */
    private Hold inTheWay(Api.Reply reply) {
        HoldPage page = Listing.of(api).holdsOn(Resource.parse(reply.fields().text("resource")));
        String holder = reply.fields().text("holder");
        return page.holds().stream()
                .filter(hold -> hold.isLive(page.now()) && hold.owner().name().equals(holder))
                .findFirst()
                .orElseThrow(reply::unexpected);
    }

    CancelOutcome cancel(Root root, RequestId request, String why) {
        Api.Reply reply =
                api.askAnyway(
                        Request.delete(Request.path("/v1/requests/", request.text(), ""))
                                .with("resource", root.text())
                                .with("reason", why)
                                .named());
        if (reply.isGood()) {
            return new CancelOutcome.Cancelled();
        }
        if (is(reply, ErrorCode.LOCK_EXISTS)) {
            Optional<Hold> hold = Listing.of(api).find(new LockId(reply.fields().text("lock_id")));
            return hold.<CancelOutcome>map(CancelOutcome.AlreadyGranted::new)
                    .orElseGet(() -> new CancelOutcome.AlreadyEnded(new Ending.Released()));
        }
        Ending ending = Endings.of(reply.fields());
        return ending == null
                ? new CancelOutcome.NotFound()
                : new CancelOutcome.AlreadyEnded(ending);
    }

    ForceUnlockOutcome forceUnlock(Root root, ForceUnlockRequest request) {
        Api.Reply reply =
                api.askAnyway(
                        Request.post(
                                        "/v1/locks/force-unlock",
                                        json -> {
                                            List<String> ids =
                                                    request.locks().stream()
                                                            .map(LockId::text)
                                                            .toList();
                                            Body.texts(json, "lock_ids", ids);
                                            json.writeStringProperty("resource", root.text());
                                            json.writeStringProperty("reason", request.reason());
                                            json.writeStringProperty("by", request.by());
                                            Body.seconds(
                                                    json,
                                                    "quarantine_seconds",
                                                    length(request.quarantine()));
                                        })
                                .named());
        if (reply.isGood()) {
            return new ForceUnlockOutcome.Unlocked(Reading.holds(reply.fields(), "unlocked"));
        }
        Ending ending = Endings.of(reply.fields());
        Map<LockId, Ending> endings = new HashMap<>();
        Optional<String> lock = reply.fields().maybe("lock_id");
        if (ending != null && lock.isPresent()) {
            endings.put(new LockId(lock.get()), ending);
        }
        return new ForceUnlockOutcome.Gone(endings);
    }

    private static Duration length(Quarantine quarantine) {
        return quarantine instanceof Quarantine.For some ? some.duration() : Duration.ZERO;
    }

    Freeze freeze(FreezeDraft draft) throws InterruptedException {
        Api.Reply reply =
                api.ask(
                        Request.post(
                                        "/v1/freezes",
                                        json -> {
                                            json.writeStringProperty("freeze_id", draft.id());
                                            json.writeStringProperty(
                                                    "prefix", draft.prefix().toString());
                                            json.writeStringProperty("by", draft.by());
                                            json.writeStringProperty("reason", draft.reason());
                                            Body.seconds(json, "duration_seconds", draft.lasts());
                                            Body.texts(json, "exempt", draft.exempt());
                                        })
                                .named());
        if (!reply.isGood()) {
            throw reply.unexpected();
        }
        return Reading.freeze(reply.fields());
    }

    Optional<Freeze> thaw(String id, String by, String reason) {
        Api.Reply reply =
                api.askAnyway(
                        Request.delete(Request.path("/v1/freezes/", id, ""))
                                .with("by", by)
                                .with("reason", reason)
                                .named());
        if (is(reply, ErrorCode.LOCK_NOT_FOUND)) {
            return Optional.empty();
        }
        if (!reply.isGood()) {
            throw reply.unexpected();
        }
        return Optional.of(Reading.freeze(reply.fields()));
    }
}

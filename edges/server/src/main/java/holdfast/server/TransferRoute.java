package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.model.ErrorCode;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Owner;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.TransferOutcome;
import holdfast.model.TransferRequest;
import holdfast.model.keys.Keys;
import holdfast.rulebook.Rulebook;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Hands a lock to another owner. */
final class TransferRoute {
    private final LockEngine engine;
    private final Finder finder;
    private final Recorder recorder;

    TransferRoute(LockEngine engine, Finder finder, Recorder recorder) {
        this.engine = engine;
        this.finder = finder;
        this.recorder = recorder;
    }

    void addTo(Routes routes) {
        routes.postNamed("/v1/locks/{lock_id}/transfer", this::transfer);
    }

    private Reply transfer(Call call) throws InterruptedException {
        LockId lock = call.lockId();
        Fields body = call.body();
        RequestId key = call.keyOr(body.text("request_id"));
        Optional<Root> named = body.text("resource").map(Keys::parse).map(Resource::root);
        Owner receiver = receiver(call, body, new AcquireRoute.Run(key, lock.text()));
        body.end();
        Root root = finder.root(lock, named);
        List<Hold> moving = Rulebook.movingWith(engine.look(root), lock);
        if (moving.isEmpty()) {
            call.requireHearing(root);
        }
        mayTransfer(call, moving, receiver);
        Set<LockId> only = moving.stream().map(Hold::id).collect(Collectors.toSet());
        var request = new TransferRequest(key, lock, receiver, Optional.of(only));
        return switch (engine.transfer(root, request)) {
            case TransferOutcome.Transferred transferred ->
                    answer(key, transferred.holds(), engine.look(root).now());
            case TransferOutcome.Lost lost -> throw Problems.lost(lock, lost.ending());
            case TransferOutcome.Conflict conflict ->
                    throw isMoving(moving, conflict.with().owner())
                            ? grown(conflict.with())
                            : conflict(conflict.with());
        };
    }

    /** What moves along needs the same right, and is written down as well. */
    private void mayTransfer(Call call, List<Hold> moving, Owner receiver) {
        for (Hold hold : moving) {
            call.require(Deed.TRANSFER, hold.resource(), hold.owner());
            // Nobody gets a lock in its name from who may not act for others.
            call.require(Deed.TRANSFER, hold.resource(), receiver);
        }
        moving.stream()
                .filter(hold -> !call.caller().owns(hold.owner()))
                .forEach(hold ->
                        recorder.beforeActingForAnother(
                                "lock.transfer.requested", call.caller(), hold));
    }

    /** Another run of the caller, unless the body names somebody else. */
    private static Owner receiver(Call call, Fields body, AcquireRoute.Run run) {
        return body.text("receiver")
                .map(other -> run.other(call, body, other))
                .orElseGet(() -> run.owner(call, body));
    }

    private static Reply answer(RequestId key, List<Hold> holds, StoreTime now) {
        return Reply.json(
                Statuses.OK,
                json -> {
                    json.writeStringProperty("request_id", key.text());
                    Json.array(json, "locks", holds, (out, hold) -> LockJson.write(out, hold, now));
                });
    }

    private static boolean isMoving(List<Hold> moving, Owner owner) {
        return moving.stream().anyMatch(hold -> hold.owner().is(owner));
    }

    /** It would move along, and nobody was asked whether it may. */
    private static Problem grown(Hold since) {
        return new Problem(
                ErrorCode.LOCK_EXISTS,
                since.owner().name()
                        + " has come to hold '"
                        + since.resource().displayName()
                        + "' too, which would move along: ask again");
    }

    private static Problem conflict(Hold with) {
        return new Problem(
                ErrorCode.LOCK_EXISTS,
                "the receiver would stand against "
                        + with.owner().name()
                        + ", who holds '"
                        + with.resource().displayName()
                        + "': wait until it is released",
                json -> {
                    json.writeStringProperty("holder", with.owner().name());
                    json.writeStringProperty("resource", with.resource().text());
                });
    }
}

package holdfast.client;

import holdfast.engine.LockKeeper;
import holdfast.engine.Pulse;
import holdfast.model.Claim;
import holdfast.model.ErrorCode;
import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.LockId;
import holdfast.model.NotPermittedException;
import holdfast.model.ReleaseOutcome;
import holdfast.model.Root;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** Heartbeats of all locks of a process in one request, and giving them back. */
final class Renewing implements LockKeeper.Source {
    private static final String LOCKS = "/v1/locks/";

    /** A server that hangs must leave the time to ask the others. */
    private static final int PARTS_OF_A_LEASE = 8;

    private final Api api;
    private final Releasing releasing;
    private final Withdrawing withdrawing;
    private final Following following;

    Renewing(Api api, Releasing releasing, Withdrawing withdrawing, Following following) {
        this.api = api;
        this.following = following;
        this.releasing = releasing;
        this.withdrawing = withdrawing;
    }

    /** For its own lease. */
    static Request one(Hold hold) {
        return one(hold.resource().root(), hold.id(), hold.terms().lease());
    }

    static Request one(Root root, LockId lock, Duration lease) {
        return Request.post(
                        Request.path(LOCKS, lock.text(), "/renew"),
                        json -> {
                            json.writeStringProperty("resource", root.text());
                            Body.seconds(json, "lease_seconds", lease);
                        })
                .within(lease.dividedBy(PARTS_OF_A_LEASE));
    }

    @Override
    public Cost costs() {
        return Cost.A_REQUEST;
    }

    @Override
    public List<Answer> renew(List<Hold> holds) {
        Duration shortest =
                holds.stream()
                        .map(hold -> hold.terms().lease())
                        .min(Duration::compareTo)
                        .orElseThrow();
        Request request =
                Request.post(
                                "/v1/locks/renew",
                                json -> Body.objects(json, "locks", holds, Renewing::write))
                        .within(shortest.dividedBy(PARTS_OF_A_LEASE));
        Api.Reply reply;
        try {
            reply = api.askAnyway(request);
        } catch (NotPermittedException | InvalidRequestException e) {
            // The next heartbeat may have a better credential: the lock is not lost by this.
            throw new StoreException.Unavailable(String.valueOf(e.getMessage()), e);
        }
        if (!reply.isGood()) {
            throw reply.unexpected();
        }
        Map<String, Answer> answers = new HashMap<>();
        reply.fields()
                .objects("locks")
                .forEach(lock -> answers.put(lock.text("lock_id"), answer(lock)));
        return holds.stream()
                .map(hold ->
                        answers.getOrDefault(
                                hold.id().text(),
                                new Answer.Failed("the server did not answer for it")))
                .toList();
    }

    @Override
    public void follow(List<Hold> holds) {
        following.follow(holds);
    }

    private static void write(JsonGenerator json, Hold hold) {
        Following.write(json, hold);
        Body.seconds(json, "lease_seconds", hold.terms().lease());
    }

    private static Pulse.Answer answer(Fields lock) {
        String state = lock.maybe("state").orElse("");
        boolean denied =
                lock.maybe("code").filter(ErrorCode.PERMISSION_DENIED.name()::equals).isPresent();
        return switch (denied ? "failed" : state) {
            case "lost" -> new Answer.Over(Endings.of(lock));
            case "failed" ->
                    new Answer.Failed(lock.maybe("detail").orElse("the server did not renew it"));
            default -> new Answer.Alive(lock.seconds("lease_left_seconds"));
        };
    }

    @Override
    public ReleaseOutcome release(Hold hold, Claim claim) {
        return releasing.release(hold.resource().root(), hold.id(), claim.request());
    }

    @Override
    public void releaseLater(Hold hold, Claim claim) {
        withdrawing.withdrawLater(hold.resource(), claim.request(), hold.terms().lease());
    }
}

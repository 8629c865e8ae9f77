package holdfast.client;

import holdfast.model.AcquireRequest;
import holdfast.model.Ending;
import holdfast.model.ErrorCode;
import holdfast.model.Explanation;
import holdfast.model.LockId;
import holdfast.model.NotPermittedException;
import holdfast.model.OwnerId;
import holdfast.model.Refusal;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import holdfast.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Why a server did not give a lock. */
final class Refusals {
    private Refusals() {}

    static Refusal of(Api.Reply reply, AcquireRequest request) {
        Resource resource = request.resource();
        Fields problem = reply.fields();
        ErrorCode code = reply.code().orElseThrow(reply::unexpected);
        return switch (code) {
            case LOCK_EXISTS ->
                    new Refusal.Held(
                            resource,
                            Reading.holds(problem, "holders"),
                            problem.maybeNumber("waiting").orElse(0L).intValue(),
                            now(problem));
            case TIMEOUT ->
                    new Refusal.TimedOut(
                            resource,
                            problem.maybeSeconds("waited_seconds").orElse(Duration.ZERO),
                            Reading.holds(problem, "holders"),
                            problem.object("freeze").map(Reading::freeze).orElse(null),
                            now(problem));
            case QUEUE_FULL ->
                    new Refusal.QueueFull(
                            resource,
                            problem.maybe("limit").orElse("queue length"),
                            problem.maybeNumber("limit_value").orElse(0L).intValue());
            case DEADLOCK ->
                    new Refusal.Deadlock(
                            resource, problem.texts("cycle").stream().map(OwnerId::new).toList());
            case FROZEN ->
                    new Refusal.Frozen(
                            resource,
                            Reading.freeze(
                                    problem.object("freeze").orElseThrow(reply::unexpected)));
            case CANCELLED -> new Refusal.Cancelled(resource, why(problem, resource));
            case LOCK_LOST, LOCK_EXPIRED -> over(reply, request);
            default -> throw reply.unexpected();
        };
    }

    /** The hosts' clock will do where no lock tells the store's time. */
    private static StoreTime now(Fields problem) {
        return Reading.now(problem, "holders").orElseGet(() -> StoreTime.of(Instant.now()));
    }

    private static Refusal over(Api.Reply reply, AcquireRequest request) {
        Fields problem = reply.fields();
        Ending ending = Endings.of(problem);
        var lock = new LockId(problem.maybe("lock_id").orElseThrow(reply::unexpected));
        Optional<Long> token = problem.maybeNumber("token");
        return token.isPresent() && ending != null
                ? new Refusal.Ended(request.resource(), lock, new Token(token.get()), ending)
                : new Refusal.NotUnderLiveLock(request.resource(), lock, ending);
    }

    /** Taken out of the sentence in which it is told. */
    private static String why(Fields problem, Resource resource) {
        String detail = problem.maybe("detail").orElse("");
        String mark = "\u0001";
        String[] around = Explanation.of(new Refusal.Cancelled(resource, mark)).split(mark, -1);
        return around.length == 2
                        && detail.startsWith(around[0])
                        && detail.endsWith(around[1])
                        && detail.length() >= around[0].length() + around[1].length()
                ? detail.substring(around[0].length(), detail.length() - around[1].length())
                : detail;
    }

    /** An owner that is not proven is refused, as everywhere; whoever may not do this is told so. */
    static Refusal of(NotPermittedException denied, AcquireRequest request) {
        var unproven = new Refusal.OwnerNotProven(request.resource(), request.owner().id());
        if (Explanation.of(unproven).equals(denied.getMessage())) {
            return unproven;
        }
        throw denied;
    }

    /** Who waited while no server answered cannot know whether its turn came: that is no plain time-out. */
    static StoreException failedMeanwhile(
            Resource resource, String waited, StoreException trouble) {
        return new StoreException.Unavailable(
                "gave up after waiting "
                        + waited
                        + " for '"
                        + resource.displayName()
                        + "' while the store was failing: "
                        + trouble.getMessage(),
                trouble);
    }
}

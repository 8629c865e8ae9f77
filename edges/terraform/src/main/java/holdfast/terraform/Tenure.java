package holdfast.terraform;

import holdfast.engine.LockEngine;
import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.Owner;
import holdfast.model.Refusal;
import holdfast.model.RequestId;
import holdfast.model.RequestState;
import holdfast.model.Resource;
import holdfast.state.Words;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What became of the lock that a client calls by an id. The id is no secret, it is shown to whoever must wait: so it is known only
 * together with whose it is, and with another's id a visitor finds nothing. A client that comes back after it was refused, or its place in line
 * was given up, comes with the same id, but as a further request.
 *
 * @param request under which the engine knows it
 * @param returns how often it came back; that it came before is known to the lock store, and so to every server
 */
record Tenure(RequestId request, RequestState state, int returns) {
    private static final int RETURNS_MAX = 50;
    private static final int ID_LENGTH_MAX = 120;

    /** As long as a UUID is: with what marks its owner it must fit into an owner's id. */
    private static final int RUN_LENGTH_MAX = 36;

    static Tenure find(LockEngine engine, Resource resource, Owner owner) {
        String name = "terraform " + owner.id();
        for (int times = 0; ; times++) {
            var request = new RequestId(times == 0 ? name : name + " again " + times);
            RequestState state = engine.remote().inquire(resource, request);
            if (!isGivenUp(state) || times == RETURNS_MAX) {
                return new Tenure(request, state, times);
            }
        }
    }

    /** Whose lock the id means when this visitor says it. */
    static Owner owner(String id, String who, Access.Visitor visitor) {
        checked(id);
        // The client chose a random id for this run; one that is too long for us is as random by
        // its digest.
        String run =
                id.length() <= RUN_LENGTH_MAX
                        ? id
                        : UUID.nameUUIDFromBytes(id.getBytes(StandardCharsets.UTF_8)).toString();
        return visitor.owner(
                run, Words.name(who, ""), Map.of("client", "terraform", "user", visitor.name()));
    }

    static Tenure find(LockEngine engine, Resource resource, String id, Access.Visitor visitor) {
        return find(engine, resource, owner(id, "", visitor));
    }

    private static void checked(String id) {
        if (id.length() > ID_LENGTH_MAX || !id.equals(Words.fit(id)) || !id.equals(id.strip())) {
            throw new BadRequest("this is no id of a lock");
        }
    }

    /** Whether its client means to wait: one that asks once and goes, as a run without {@code -lock-timeout} does, never is back. */
    boolean isBack() {
        return returns > 0;
    }

    /** It never had the lock, and is not in line any more. */
    private static boolean isGivenUp(RequestState state) {
        return state instanceof RequestState.Over over
                && !(over.refusal() instanceof Refusal.Ended);
    }

    /** The live hold; null if there is none. */
    @Nullable Hold hold() {
        return switch (state) {
            case RequestState.Held held -> held.hold();
            case RequestState.Offered offered -> offered.hold();
            default -> null;
        };
    }

    /** How its lock was lost without its client's doing; null if it was not. */
    Refusal.@Nullable Ended loss() {
        return state instanceof RequestState.Over(Refusal.Ended ended)
                        && !(ended.ending() instanceof Ending.Released)
                ? ended
                : null;
    }
}

package holdfast.terraform;

import holdfast.engine.LockEngine;
import holdfast.model.Hold;
import holdfast.model.Refusal;
import holdfast.model.RequestId;
import holdfast.model.RequestState;
import holdfast.model.Resource;

/**
 * What became of the lock that a client calls by an id. A client whose place in line was given up, and which comes back, stands in
 * line anew: under the same id, but as a further request.
 *
 * @param request under which the engine knows it
 */
record Tenure(RequestId request, RequestState state) {
    private static final int RETURNS_MAX = 50;
    private static final int ID_LENGTH_MAX = 120;

    static Tenure find(LockEngine engine, Resource resource, String id) {
        String name = "terraform " + checked(id);
        for (int times = 0; ; times++) {
            var request = new RequestId(times == 0 ? name : name + " again " + times);
            RequestState state = engine.remote().inquire(resource, request);
            if (!isGivenUp(state) || times == RETURNS_MAX) {
                return new Tenure(request, state);
            }
        }
    }

    private static String checked(String id) {
        if (id.length() > ID_LENGTH_MAX || !id.equals(Words.fit(id)) || !id.equals(id.strip())) {
            throw new BadRequest("this is no id of a lock");
        }
        return id;
    }

    /** It never had the lock, and is not in line any more. */
    private static boolean isGivenUp(RequestState state) {
        return state instanceof RequestState.Over over
                && !(over.refusal() instanceof Refusal.Ended);
    }

    /** The live hold; null if there is none. */
    @org.jspecify.annotations.Nullable
    Hold hold() {
        return switch (state) {
            case RequestState.Held held -> held.hold();
            case RequestState.Offered offered -> offered.hold();
            default -> null;
        };
    }
}

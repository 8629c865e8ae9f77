package holdfast.client;

import holdfast.model.Ending;
import holdfast.model.LockId;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RequestId;
import holdfast.model.Root;
import org.jspecify.annotations.Nullable;

/** Gives locks back. */
final class Releasing {
    private final Api api;

    Releasing(Api api) {
        this.api = api;
    }

    /** Gives back one claim of a lock, or all of them if {@code claim} is null. */
    ReleaseOutcome release(Root root, LockId lock, @Nullable RequestId claim) {
        Request request =
                Request.delete(Request.path("/v1/locks/", lock.text(), ""))
                        .with("resource", root.text());
        Api.Reply reply =
                api.askAnyway(claim == null ? request : request.with("request_id", claim.text()));
        if (reply.isGood()) {
            return new ReleaseOutcome.Released((int) reply.fields().number("claims_left"));
        }
        Ending ending = Endings.of(reply.fields());
        return ending == null ? new ReleaseOutcome.NotFound() : new ReleaseOutcome.Lost(ending);
    }
}

package holdfast.rulebook;

import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.Ending;
import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.RenewOutcome;
import holdfast.model.Root;
import holdfast.model.Token;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.RootView;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Rule 7, the half about renewing: a heartbeat prolongs a live hold and never revives an ended one. */
final class Renewal {
    private Renewal() {}

    /** Needs no look at the root: the store itself checks that the hold lives. */
    static Commit commit(Root root, LockId lock, Token token, Duration lease) {
        return prolonging(root, Interest.in(Deliberation.keyOf(lock)), token, lease);
    }

    private static Commit prolonging(Root root, Interest interest, Token token, Duration lease) {
        return new Commit(
                root,
                interest,
                List.of(new Condition.HoldLive(token)),
                List.of(new Change.Extend(token, lease)),
                Set.of());
    }

    /**
     * Rule 5 without a look at the root, for who was told of its grant: the store itself checks that the hold lives. Whether the
     * request still has its claim on it is seen by the answer, which shows the root.
     */
    static Commit confirmation(AcquireRequest request, Token token) {
        return prolonging(
                request.resource().root(),
                Interest.in(request.id()).always(),
                token,
                request.lease());
    }

    /** What to tell the holder whose renewal was refused with this view. */
    static RenewOutcome lost(RootView view, LockId lock) {
        if (view.fates().get(Deliberation.keyOf(lock)) instanceof Fate.Ended ended) {
            return new RenewOutcome.Lost(ended.ending());
        }
        boolean lapsed =
                view.holds().stream()
                        .anyMatch(hold -> hold.id().equals(lock) && !hold.isLive(view.now()));
        return new RenewOutcome.Lost(lapsed ? new Ending.Expired() : null);
    }

    /** Rule 5: a grant from the queue becomes the grantee's by its first heartbeat. */
    static Decision<AcquireOutcome> confirm(RootView view, Hold hold, AcquireRequest request) {
        Duration lease = hold.terms().lease();
        Commit commit =
                new Commit(
                        view.root(),
                        Interest.in(request.id()),
                        // The claim may have been given back since, and the hold live by another.
                        List.of(
                                new Condition.HoldLive(hold.token()),
                                new Condition.VersionIs(view.version())),
                        List.of(new Change.Extend(hold.token(), lease)),
                        Set.of());
        return new Decision<>(
                commit,
                stamp ->
                        new AcquireOutcome.Granted(
                                hold.renewed(lease, stamp.now()), request.claim()),
                Decision.More.SETTLED);
    }
}

package holdfast.rulebook;

import holdfast.model.Claim;
import holdfast.model.Ending;
import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RequestId;
import holdfast.model.Standing;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rule 7, the half about giving back: a release names its lock and its claim, ends the hold with the last claim, hands over in
 * the same commit, says lost and why when the hold ended before, and never frees a successor.
 */
final class Release {
    private Release() {}

    /** @param claim null to give back all claims */
    static Decision<ReleaseOutcome> decide(
            Deliberation deliberation, LockId lock, @Nullable RequestId claim) {
        Optional<Hold> found =
                deliberation.holds().stream()
                        .filter(hold ->
                                hold.id().equals(lock) && hold.standing() != Standing.QUARANTINE)
                        .findFirst();
        if (found.isEmpty() || (claim != null && found.get().claim(claim).isEmpty())) {
            int claimsLeft = found.map(hold -> hold.claims().size()).orElse(0);
            return deliberation.answer(fateOf(deliberation, lock, claim, claimsLeft));
        }
        Hold hold = found.get();
        // A lapsed hold is lost even while nobody has taken its place: the caller must hear of it.
        deliberation.requireLive(hold.token());
        if (claim != null && hold.claims().size() > 1) {
            return deliberation.answer(
                    new ReleaseOutcome.Released(giveBack(deliberation, hold, claim)));
        }
        deliberation.end(hold, new Ending.Released());
        return deliberation.answer(new ReleaseOutcome.Released(0));
    }

    /** Under which it is remembered how the claim ended, or else the lock. */
    static List<RequestId> keys(LockId lock, @Nullable RequestId claim) {
        RequestId key = Deliberation.keyOf(lock);
        return claim == null ? List.of(key) : List.of(claim, key);
    }

    /** @return how many claims are left */
    private static int giveBack(Deliberation deliberation, Hold hold, RequestId claim) {
        List<Claim> left =
                hold.claims().stream().filter(other -> !other.request().equals(claim)).toList();
        deliberation.amend(hold, left, hold.terms());
        deliberation.remember(
                claim, new Fate.Ended(hold.id(), hold.token(), new Ending.Released()));
        return left.size();
    }

    private static ReleaseOutcome fateOf(
            Deliberation deliberation, LockId lock, @Nullable RequestId claim, int claimsLeft) {
        for (RequestId key : keys(lock, claim)) {
            Fate fate = deliberation.view().fates().get(key);
            if (fate instanceof Fate.Ended ended && lock.equals(ended.lock())) {
                return ended.ending() instanceof Ending.Released
                        ? new ReleaseOutcome.Released(claimsLeft)
                        : new ReleaseOutcome.Lost(ended.ending());
            }
        }
        boolean lapsed =
                deliberation.view().holds().stream()
                        .anyMatch(hold ->
                                hold.id().equals(lock) && !hold.isLive(deliberation.view().now()));
        return lapsed
                ? new ReleaseOutcome.Lost(new Ending.Expired())
                : new ReleaseOutcome.NotFound();
    }
}

package holdfast.rulebook;

import holdfast.model.AcquireRequest;
import holdfast.model.Claim;
import holdfast.model.Ending;
import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.HoldDraft;
import holdfast.model.LockId;
import holdfast.model.Mode;
import holdfast.model.Owner;
import holdfast.model.Refusal;
import holdfast.model.Resource;
import holdfast.model.Standing;
import holdfast.model.Terms;
import holdfast.model.Waiter;
import holdfast.store.RootView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rule 6, re-entry: the same owner with the same resource and mode, or below its own exclusive hold, gets a further claim on
 * the same hold with the same token. Anything else, such as shared to exclusive, is a new request.
 */
final class Reentry {
    private Reentry() {}

    static Optional<Hold> including(List<Hold> holds, Owner owner, Resource resource, Mode mode) {
        return holds.stream()
                .filter(hold -> hold.owner().is(owner) && hold.standing() == Standing.CONFIRMED)
                .filter(hold -> includes(hold.resource(), hold.mode(), resource, mode))
                .findFirst();
    }

    /** Whether the waiter is a further claim of the hold once that is confirmed. */
    static boolean willInclude(Hold hold, Waiter waiter) {
        return hold.owner().is(waiter.owner())
                && hold.standing() == Standing.UNCONFIRMED
                && includes(hold.resource(), hold.mode(), waiter.resource(), waiter.mode());
    }

    /** Whether the waiter would be a further claim of the hold that is about to be granted. */
    static boolean includes(HoldDraft draft, Waiter waiter) {
        return draft.owner().is(waiter.owner())
                && draft.standing() == Standing.CONFIRMED
                && includes(draft.resource(), draft.mode(), waiter.resource(), waiter.mode());
    }

    private static boolean includes(Resource held, Mode heldMode, Resource wish, Mode wishMode) {
        return heldMode == Mode.EXCLUSIVE
                ? held.covers(wish)
                : heldMode == wishMode && held.equals(wish);
    }

    /** An owner id alone proves nothing: whoever claims more must name a live lock of that owner. */
    static boolean isProven(List<Hold> holds, AcquireRequest request) {
        return request.under() != null
                || holds.stream().noneMatch(hold -> hold.owner().is(request.owner()));
    }

    /** Whoever names a lock was told of it, even if it has not confirmed it yet. */
    static void confirmNamed(Deliberation deliberation, AcquireRequest request) {
        deliberation.holds().stream()
                .filter(hold ->
                        hold.id().equals(request.under())
                                && hold.owner().is(request.owner())
                                && hold.standing() == Standing.UNCONFIRMED)
                .findFirst()
                .ifPresent(deliberation::confirm);
    }

    /** The refusal if the lock that the owner names is in this root and not, or no longer, the owner's. */
    static Optional<Refusal> lost(RootView view, AcquireRequest request) {
        LockId under = request.under();
        if (under != null
                && view.fates().get(Deliberation.keyOf(under)) instanceof Fate.Ended ended) {
            return Optional.of(
                    new Refusal.NotUnderLiveLock(request.resource(), under, ended.ending()));
        }
        return view.holds().stream()
                .filter(hold -> hold.id().equals(under))
                .filter(hold -> !hold.owner().is(request.owner()) || !hold.isLive(view.now()))
                .findFirst()
                .map(hold ->
                        new Refusal.NotUnderLiveLock(
                                request.resource(),
                                hold.id(),
                                hold.isLive(view.now()) ? null : new Ending.Expired()));
    }

    static Hold addClaim(Deliberation deliberation, Hold hold, Claim claim, Terms terms) {
        var claims = new ArrayList<>(hold.claims());
        claims.add(claim);
        Terms widened =
                new Terms(longer(hold.terms().lease(), terms.lease()), hold.terms().tenure());
        deliberation.amend(hold, claims, widened);
        return hold.amended(claims, widened, deliberation.view().now());
    }

    private static Duration longer(Duration one, @Nullable Duration other) {
        return other == null || one.compareTo(other) >= 0 ? one : other;
    }
}

package holdfast.rulebook;

import holdfast.model.Claim;
import holdfast.model.HoldDraft;
import holdfast.model.Mode;
import holdfast.model.Standing;
import holdfast.model.Waiter;
import holdfast.store.LockStore;
import java.time.Duration;
import java.util.List;

/**
 * Rules 4 and 5, hand-over and claim deadline: whatever makes room grants in the same commit to whoever is now first, and to
 * all compatible sharers. A grantee in another engine must confirm by the claim deadline, or the grant falls to the next; one
 * in the deciding engine is there to take it. Places that have lapsed are not among the candidates, however many there are.
 */
final class HandOver {
    private HandOver() {}

    static void run(Deliberation deliberation) {
        int grantsMax = deliberation.rules().limits().grantsPerCommitMax();
        int grants = 0;
        int sharers = 0;
        boolean again = true;
        while (again) {
            again = false;
            for (Waiter waiter : List.copyOf(deliberation.waiters())) {
                if (grants == grantsMax) {
                    deliberation.settleAgain();
                    return;
                }
                if (!mayGrant(deliberation, waiter)) {
                    continue;
                }
                grant(deliberation, waiter);
                grants++;
                sharers += waiter.mode() == Mode.SHARED ? 1 : 0;
                // Those who wait for the new hold are in its owner's way no longer, nor in the way
                // of those for whom the owner waits: someone earlier in line may now be served.
                again |= deliberation.waits(waiter.owner());
            }
        }
        // The look shows only so many sharers of one path: those behind them may share as well.
        if (sharers >= Math.min(grantsMax, LockStore.SHARERS_SHOWN)) {
            deliberation.settleAgain();
        }
    }

    private static boolean mayGrant(Deliberation deliberation, Waiter waiter) {
        if (deliberation.isLeaving(waiter)
                || deliberation.admission().blocker(Candidate.of(waiter)).isPresent()) {
            return false;
        }
        if (deliberation.holds().stream().anyMatch(hold -> Reentry.willInclude(hold, waiter))) {
            // It becomes a further claim of a hold that its own owner has yet to confirm.
            return false;
        }
        if (deliberation.granted().stream().anyMatch(draft -> Reentry.includes(draft, waiter))) {
            // It becomes a further claim of a hold that is only there after this commit.
            deliberation.settleAgain();
            return false;
        }
        return true;
    }

    private static void grant(Deliberation deliberation, Waiter waiter) {
        deliberation.seat(waiter);
        Claim claim = waiter.claim().through(waiter.engine());
        var included =
                Reentry.including(
                        deliberation.holds(), waiter.owner(), waiter.resource(), waiter.mode());
        if (included.isPresent()) {
            Reentry.addClaim(deliberation, included.get(), claim, waiter.terms());
            return;
        }
        Standing standing =
                waiter.engine().equals(deliberation.circumstances().engine())
                        ? Standing.CONFIRMED
                        : Standing.UNCONFIRMED;
        Duration firstLease =
                standing == Standing.CONFIRMED
                        ? waiter.terms().lease()
                        : deliberation.rules().claimDeadline();
        deliberation.grant(draft(waiter, standing, firstLease, deliberation.nextHash()));
    }

    /** What the waiter is granted. */
    static HoldDraft draft(Waiter waiter, Standing standing, Duration firstLease, int hash) {
        return new HoldDraft(
                waiter.resource(),
                waiter.mode(),
                waiter.owner(),
                List.of(waiter.claim().through(waiter.engine())),
                waiter.terms(),
                firstLease,
                standing,
                waiter.priority(),
                waiter.note(),
                waiter.engine(),
                hash);
    }
}

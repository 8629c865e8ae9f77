package holdfast.rulebook;

import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.CancelOutcome;
import holdfast.model.Ending;
import holdfast.model.ForceUnlockOutcome;
import holdfast.model.ForceUnlockRequest;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RenewOutcome;
import holdfast.model.RequestId;
import holdfast.model.RequestState;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.Standing;
import holdfast.model.Token;
import holdfast.model.TransferOutcome;
import holdfast.model.TransferRequest;
import holdfast.model.Waiter;
import holdfast.model.WhenHeld;
import holdfast.store.Commit;
import holdfast.store.Interest;
import holdfast.store.Notice;
import holdfast.store.RootView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All rules about locks, and nothing but rules: each method is a function of its arguments.
 *
 * <pre>
 *  1 conflict      Conflict         6 re-entry       Reentry        11 several at once  Together
 *  2 admission     Admission        7 release, renew Release,Renewal 12 limits          Limits
 *  3 turn order    TurnOrder        8 transfer       Transfer       13 freezes          Admission, model.Freezes
 *  4 hand-over     HandOver         9 force-unlock   ForceUnlock
 *  5 claim deadline HandOver       10 deadlock       WaitsFor, VictimPolicy
 * </pre>
 *
 * <p>Every decision also ends what has lapsed and hands over what that frees.
 */
public final class Rulebook {
    private final Rules rules;

    public Rulebook(Rules rules) {
        this.rules = rules;
    }

    public Rules rules() {
        return rules;
    }

    /** What a view must show for the request: what became of it, and of the lock under which it is made. */
    public static Interest interestIn(AcquireRequest request) {
        LockId under = request.under();
        return under == null
                ? Interest.in(request.id())
                : new Interest(Set.of(request.id(), keyOf(under)), Set.of());
    }

    /**
     * Whether a commit that is decided with this view is right however old the view is, as long as the store takes it. The turn of
     * a newcomer depends on the time: so not if it may go past others who wait. Nor if it would be refused: no commit checks that
     * who is in its way now still is, or that a full queue still is full.
     */
    public boolean isGoodFor(RootView view, AcquireRequest request) {
        if (request.under() != null) {
            return false;
        }
        return Acquisition.isHeld(view, request)
                ? request.whenHeld() instanceof WhenHeld.Wait && !rules.limits().isFull(view)
                : view.waiting() == 0 || Repetition.holdOf(view, request.id()).isPresent();
    }

    /** Whether something may be handed over by this view: it shows somebody if anybody waits. */
    public static boolean showsWhoIsNext(RootView view) {
        return view.waiting() == 0 || !view.waiters().isEmpty();
    }

    /** The view must be of interest in the request, see {@link #interestIn}. */
    public Decision<AcquireOutcome> acquire(
            RootView view, AcquireRequest request, Circumstances circumstances) {
        return Acquisition.decide(new Deliberation(view, rules, circumstances), request);
    }

    /** The request as it would stand in line if it joined now. The view must show the whole queue. */
    public Waiter inLine(RootView view, AcquireRequest request, Circumstances circumstances) {
        return Acquisition.inLine(new Deliberation(view, rules, circumstances), request);
    }

    /** What a view must show for the release. */
    public static Interest interestIn(LockId lock, @Nullable RequestId claim) {
        return new Interest(Set.copyOf(Release.keys(lock, claim)), Set.of());
    }

    /**
     * The view must be of interest in the release, see {@link #interestIn(LockId, RequestId)}.
     *
     * @param claim null to give back all claims
     */
    public Decision<ReleaseOutcome> release(
            RootView view, LockId lock, @Nullable RequestId claim, Circumstances circumstances) {
        return Release.decide(new Deliberation(view, rules, circumstances), lock, claim);
    }

    /** A renewal needs no look at the root. If it is refused, {@link #lost} says why. */
    public Commit renew(Root root, LockId lock, Token token, Duration lease) {
        return Renewal.commit(root, lock, token, lease);
    }

    /** Confirms a grant from the queue that the request's engine was told of. It is the request's if {@link #confirmed} says so. */
    public Commit confirmation(AcquireRequest request, Token token) {
        return Renewal.confirmation(request, token);
    }

    /**
     * The hold that a confirmation made the request's, as the root shows it afterwards. Not if it was granted for another lease: a
     * repetition may name another, and who trusts the hold's own must renew it first.
     */
    public Optional<Hold> confirmed(RootView after, AcquireRequest request, Token token) {
        return Repetition.holdOf(after, request.id())
                .filter(hold ->
                        hold.token().equals(token)
                                && hold.isLive(after.now())
                                && hold.terms().lease().equals(request.lease()));
    }

    /**
     * What another engine's commit granted to this place in line, as its notice tells it. Until it is confirmed it lasts for the claim
     * deadline of that engine, and then for its lease from the confirmation on, of which the grantee may not hear: so no longer than the
     * shorter of the two is sure.
     */
    public static Hold offered(Waiter place, Token token, Notice.Made made) {
        Duration lease = place.terms().lease();
        Duration sure = lease.compareTo(made.lasts()) < 0 ? lease : made.lasts();
        return HandOver.draft(place, Standing.UNCONFIRMED, sure, made.hash())
                .stamped(made.at(), token);
    }

    /** A quarantine is nobody's to prolong. */
    public static boolean isRenewable(Hold hold) {
        return hold.standing() != Standing.QUARANTINE;
    }

    public RenewOutcome lost(RootView view, LockId lock) {
        return Renewal.lost(view, lock);
    }

    /** The view must be of interest in the request. */
    public Decision<CancelOutcome> cancel(
            RootView view, RequestId request, String why, Circumstances circumstances) {
        return Withdrawal.decide(
                new Deliberation(view, rules, circumstances),
                request,
                new Ending.Cancelled(why),
                Withdrawal.Unknown.LEAVE);
    }

    /** Like cancel, and if the request is not known it is answered beforehand: it may still be under way. */
    public Decision<CancelOutcome> forestall(
            RootView view, RequestId request, String why, Circumstances circumstances) {
        return Withdrawal.decide(
                new Deliberation(view, rules, circumstances),
                request,
                new Ending.Cancelled(why),
                Withdrawal.Unknown.FORESTALL);
    }

    /** What became of a request whose caller comes back for it. The view must be of interest in the request. */
    public Decision<RequestState> inquire(
            RootView view, Resource resource, RequestId request, Circumstances circumstances) {
        return Inquiry.decide(new Deliberation(view, rules, circumstances), resource, request);
    }

    /** Gives up the wait of a request that is in a confirmed cycle. */
    public Decision<CancelOutcome> abort(
            RootView view, RequestId victim, Ending.Aborted cycle, Circumstances circumstances) {
        return Withdrawal.decide(
                new Deliberation(view, rules, circumstances),
                victim,
                cycle,
                Withdrawal.Unknown.LEAVE);
    }

    /** The view must be of interest in the transfer's request and in the lock's key. */
    public Decision<TransferOutcome> transfer(
            RootView view, TransferRequest request, Circumstances circumstances) {
        return Transfer.decide(new Deliberation(view, rules, circumstances), request);
    }

    /** What a transfer of the lock moves, as far as this view knows: the lock first; nothing if it does not live. */
    public static List<Hold> movingWith(RootView view, LockId lock) {
        List<Hold> live = view.holds().stream().filter(hold -> hold.isLive(view.now())).toList();
        return live.stream()
                .filter(hold -> hold.id().equals(lock))
                .findFirst()
                .map(hold -> Transfer.movingTogether(live, hold))
                .orElseGet(List::of);
    }

    /** The view must be of interest in the keys of the locks. */
    public Decision<ForceUnlockOutcome> forceUnlock(
            RootView view, ForceUnlockRequest request, Circumstances circumstances) {
        return ForceUnlock.decide(new Deliberation(view, rules, circumstances), request);
    }

    /** Ends what has lapsed and grants what has become free, by expiry or by the end of a freeze. */
    public Decision<Settled> settle(RootView view, Circumstances circumstances) {
        var deliberation = new Deliberation(view, rules, circumstances);
        deliberation.handOver();
        return deliberation.answer(new Settled());
    }

    /** Settles the root and clears away places in line that have lapsed. */
    public Decision<Settled> sweep(RootView view, Circumstances circumstances) {
        var deliberation = new Deliberation(view, rules, circumstances);
        deliberation.handOver();
        deliberation.dropLapsed();
        return deliberation.answer(new Settled());
    }

    /** The answer of {@link #settle} and {@link #sweep}, which have nothing to say. */
    public record Settled() {}

    /** The key under which the fate of a lock is kept. */
    public static RequestId keyOf(LockId lock) {
        return Deliberation.keyOf(lock);
    }
}

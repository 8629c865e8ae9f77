package holdfast.rulebook;

import holdfast.model.AuditEntry;
import holdfast.model.Claim;
import holdfast.model.Ending;
import holdfast.model.EngineId;
import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.HoldDraft;
import holdfast.model.LockId;
import holdfast.model.Owner;
import holdfast.model.RequestId;
import holdfast.model.Standing;
import holdfast.model.Terms;
import holdfast.model.Ticket;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.model.WaiterDraft;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.RootView;
import holdfast.store.Stamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * One decision in the making: the root as it will be with the changes so far, and the commit that makes them. Only the rules
 * use it; it lives for one call.
 */
final class Deliberation {
    private final RootView view;
    private final Rules rules;
    private final Circumstances circumstances;

    private final List<Hold> holds = new ArrayList<>();
    private final List<HoldDraft> granted = new ArrayList<>();
    private final List<Waiter> waiters = new ArrayList<>();
    private final Set<Ticket> leaving = new HashSet<>();

    private final Set<Condition> conditions = new LinkedHashSet<>();
    private final List<Change> changes = new ArrayList<>();
    private final Set<EngineId> tell = new HashSet<>();
    private int numbers;
    private boolean handedOver;
    private Decision.More more = Decision.More.SETTLED;

    Deliberation(RootView view, Rules rules, Circumstances circumstances) {
        this.view = view;
        this.rules = rules;
        this.circumstances = circumstances;
        for (Hold hold : view.holds()) {
            if (hold.isLive(view.now())) {
                holds.add(hold);
            } else {
                expire(hold);
            }
        }
        for (Waiter waiter : view.waiters()) {
            if (waiter.isLive(view.now())) {
                waiters.add(waiter);
            }
        }
    }

    RootView view() {
        return view;
    }

    Rules rules() {
        return rules;
    }

    Circumstances circumstances() {
        return circumstances;
    }

    /** The live holds, without those that this decision ends. */
    List<Hold> holds() {
        return holds;
    }

    /** The holds that this decision adds. */
    List<HoldDraft> granted() {
        return granted;
    }

    /** The live waiters at the front, without those that this decision grants or removes. */
    List<Waiter> waiters() {
        return waiters;
    }

    /** Whether the waiter leaves by this decision, so that it is not granted although nobody passes its place yet. */
    boolean isLeaving(Waiter waiter) {
        return leaving.contains(waiter.ticket());
    }

    /** Whether the owner has a place in line. */
    boolean waits(Owner owner) {
        return waiters.stream().anyMatch(waiter -> waiter.owner().is(owner));
    }

    Admission admission() {
        return new Admission(holds, granted, waiters, circumstances.freezes(), view.now());
    }

    private void expire(Hold hold) {
        conditions.add(new Condition.HoldLapsed(hold.token(), hold.until()));
        if (hold.standing() == Standing.UNCONFIRMED) {
            // Its request may never have been told of it, and be queued again. Whoever was names
            // the lock.
            var ending = new Ending.Unconfirmed();
            changes.add(new Change.End(hold, ending));
            remember(keyOf(hold.id()), new Fate.Ended(hold.id(), hold.token(), ending));
        } else {
            changes.add(new Change.End(hold, new Ending.Expired()));
            remember(hold, new Ending.Expired());
        }
        tell.add(hold.engine());
    }

    void end(Hold hold, Ending ending) {
        holds.remove(hold);
        changes.add(new Change.End(hold, ending));
        remember(hold, ending);
        // Also what was released: whoever knew its id may have done it while the holder works.
        tell.add(hold.engine());
    }

    private void remember(Hold hold, Ending ending) {
        var requests = new ArrayList<RequestId>();
        hold.claims().forEach(claim -> requests.add(claim.request()));
        requests.add(keyOf(hold.id()));
        changes.add(new Change.Remember(requests, new Fate.Ended(hold.id(), hold.token(), ending)));
    }

    /** What became of a lock is kept under its own id too, for callers that know nothing else. */
    static RequestId keyOf(LockId lock) {
        return new RequestId(lock.text());
    }

    void remember(RequestId request, Fate.Ended fate) {
        changes.add(new Change.Remember(request, fate));
    }

    void amend(Hold hold, List<Claim> claims, Terms terms) {
        holds.set(holds.indexOf(hold), hold.amended(claims, terms, view.now()));
        changes.add(new Change.Amend(hold.token(), claims, terms));
        requireLive(hold.token());
    }

    /** Its owner knows of it. */
    void confirm(Hold hold) {
        Duration lease = hold.terms().lease();
        holds.set(holds.indexOf(hold), hold.renewed(lease, view.now()));
        changes.add(new Change.Extend(hold.token(), lease));
        requireLive(hold.token());
    }

    /** A second engine tells the caller of the claim: from now on none may give it up because its own caller is gone. */
    Hold share(Hold hold, Claim claim) {
        List<Claim> claims =
                hold.claims().stream()
                        .map(other -> other.equals(claim) ? claim.through(null) : other)
                        .toList();
        changes.add(new Change.Extend(hold.token(), hold.terms().lease()));
        amend(hold, claims, hold.terms());
        settleAgain();
        return hold.amended(claims, hold.terms(), view.now());
    }

    /** @return the place of the new hold's token among the commit's numbers */
    int grant(HoldDraft draft) {
        granted.add(draft);
        changes.add(new Change.Grant(draft));
        conditions.add(new Condition.NotAfter(circumstances.freezes().goodUntil()));
        return numbers++;
    }

    /** The hold that this decision gives or offers to a request, as it will be stamped; empty if it gives none. */
    Optional<Given> givenTo(RequestId request) {
        for (int i = 0; i < granted.size(); i++) {
            HoldDraft draft = granted.get(i);
            int number = i; // holds are granted before anyone joins
            if (draft.claims().stream().anyMatch(claim -> claim.request().equals(request))) {
                return Optional.of(
                        new Given(draft.standing(), stamp -> stamped(draft, number, stamp)));
            }
        }
        return holds.stream()
                .filter(hold -> hold.claim(request).isPresent())
                .findFirst()
                .map(hold -> new Given(hold.standing(), stamp -> hold));
    }

    record Given(Standing standing, Function<Stamp, Hold> hold) {
        boolean isConfirmed() {
            return standing == Standing.CONFIRMED;
        }
    }

    static Hold stamped(HoldDraft draft, int number, Stamp stamp) {
        return draft.stamped(stamp.now(), new Token(stamp.firstNumber() + number));
    }

    /** @return the place of the ticket among the commit's numbers */
    int join(WaiterDraft draft) {
        changes.add(new Change.Join(draft));
        return numbers++;
    }

    void leave(Waiter waiter, Ending ending) {
        // The epoch does not tell of all who joined: see the condition.
        conditions.add(new Condition.WaitersBelow(view.waiting() + 1));
        if (view.waiting() > view.waiters().size()) {
            // Whoever comes after it may be out of sight: until the next look its place is kept for
            // that one.
            leaving.add(waiter.ticket());
            settleAgain();
        } else {
            waiters.remove(waiter);
        }
        changes.add(new Change.Leave(waiter, ending));
        remember(waiter.claim().request(), new Fate.Ended(null, null, ending));
    }

    /** Takes the waiter out of the line because it got what it waited for, or comes back for a new place. */
    void seat(Waiter waiter) {
        // Clearing away lapsed places changes no version.
        conditions.add(new Condition.WaiterThere(waiter.ticket()));
        waiters.remove(waiter);
        changes.add(new Change.Leave(waiter, null));
        tell(waiter.engine());
    }

    /** Keeps the waiter's place for another lease of its ticket. */
    void touch(Waiter waiter) {
        changes.add(new Change.Touch(waiter.ticket(), rules.ticketLease()));
    }

    void raiseNumbers(Token atLeast) {
        changes.add(0, new Change.RaiseNumbers(atLeast.value()));
    }

    void audit(AuditEntry entry) {
        changes.add(new Change.Audit(entry));
    }

    void dropLapsed() {
        // Someone may have joined behind one of them: whoever removes a blocker must have seen
        // that.
        requireUnchanged();
        changes.add(new Change.DropLapsed(rules.limits().queueLengthMax()));
    }

    void require(Condition condition) {
        conditions.add(condition);
    }

    void requireLive(Token token) {
        conditions.add(new Condition.HoldLive(token));
    }

    void requireUnchanged() {
        conditions.add(new Condition.VersionIs(view.version()));
        conditions.add(new Condition.EpochIs(view.epoch()));
    }

    void tell(EngineId engine) {
        tell.add(engine);
    }

    void settleAgain() {
        more = Decision.More.UNSETTLED;
    }

    /** Grants what has become free by now. Whoever has something to decide after it calls it; otherwise the answer does. */
    void handOver() {
        handedOver = true;
        HandOver.run(this);
    }

    private boolean changesStructure() {
        for (Change change : changes) {
            if (change.isStructural()) {
                return true;
            }
        }
        return false;
    }

    int nextHash() {
        return circumstances.hash(changes.size());
    }

    <A> Decision<A> answer(A answer) {
        return answer(stamp -> answer);
    }

    /** @param answer is given the stamp of the commit */
    <A> Decision<A> answer(Function<Stamp, A> answer) {
        if (changesStructure() && !handedOver) {
            handOver();
        }
        if (changes.isEmpty()) {
            return new Decision<>(null, answer, more);
        }
        if (changesStructure()) {
            // Who removes a blocker or grants must have seen everyone who joined.
            requireUnchanged();
            if (!circumstances.freezes().all().isEmpty()) {
                // Of those behind others the epoch does not tell, and they may be exempt.
                conditions.add(new Condition.WaitersBelow(view.waiting() + 1));
            }
        }
        tell.remove(circumstances.engine());
        return new Decision<>(
                new Commit(view.root(), Interest.NONE, List.copyOf(conditions), changes, tell),
                answer,
                more);
    }
}

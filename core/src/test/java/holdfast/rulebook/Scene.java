package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.AcquireOutcome;
import holdfast.model.AuditEntry;
import holdfast.model.CancelOutcome;
import holdfast.model.Claim;
import holdfast.model.Ending;
import holdfast.model.EngineId;
import holdfast.model.ForceUnlockOutcome;
import holdfast.model.ForceUnlockRequest;
import holdfast.model.Freeze;
import holdfast.model.Freezes;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.OwnerId;
import holdfast.model.Prefix;
import holdfast.model.Priority;
import holdfast.model.Quarantine;
import holdfast.model.Refusal;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RenewOutcome;
import holdfast.model.RequestId;
import holdfast.model.RequestState;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.Standing;
import holdfast.model.StoreTime;
import holdfast.model.TransferOutcome;
import holdfast.model.TransferRequest;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.RootView;
import holdfast.store.Stamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * One root on which rules are played: who holds, who waits, what time it is. Every decision is made twice, with the whole queue
 * and with only its front as a store shows it, and must come out the same; after every commit no two holds conflict.
 */
final class Scene {
    static final EngineId HERE = new EngineId("here");
    static final EngineId ELSEWHERE = new EngineId("elsewhere");
    static final Duration LEASE = Duration.ofSeconds(60);

    private final Rulebook rulebook;
    private final PlainRoot root;
    private final Root name;
    private final List<Freeze> freezes = new ArrayList<>();
    private @Nullable Commit lastCommit;
    private Decision.More more = Decision.More.SETTLED;
    private boolean compared = true;
    private int requests;
    private long salt;

    Scene() {
        this(Rules.DEFAULT);
    }

    Scene(Rules rules) {
        this(rules, "prod");
    }

    Scene(Rules rules, String name) {
        this.rulebook = new Rulebook(rules);
        this.name = new Root(name);
        this.root = new PlainRoot(this.name);
    }

    /** Decides by the front of the queue alone, for examples in which the whole queue would tell more. */
    Scene byTheFrontAlone() {
        compared = false;
        return this;
    }

    // Who asks for what.

    Wish wish(String owner, String resource) {
        requests++;
        return new Wish(owner, resource, owner + "-" + requests);
    }

    AcquireOutcome ask(Wish wish) {
        var request = wish.request();
        return decide(
                wish.engine(),
                Rulebook.interestIn(request),
                (view, circumstances) ->
                        rulebook.acquire(view, request, circumstances.askedVia(wish.via())));
    }

    /** What a caller hears that comes back for its request. */
    RequestState inquire(Waiter waiter) {
        RequestId request = waiter.claim().request();
        return decide(
                HERE,
                Interest.in(request),
                (view, circumstances) ->
                        rulebook.inquire(view, waiter.resource(), request, circumstances));
    }

    Hold granted(Wish wish) {
        AcquireOutcome outcome = ask(wish);
        assertThat(outcome).isInstanceOf(AcquireOutcome.Granted.class);
        return ((AcquireOutcome.Granted) outcome).hold();
    }

    Waiter queued(Wish wish) {
        AcquireOutcome outcome = ask(wish);
        assertThat(outcome).isInstanceOf(AcquireOutcome.Queued.class);
        return ((AcquireOutcome.Queued) outcome).waiter();
    }

    Refusal refused(Wish wish) {
        AcquireOutcome outcome = ask(wish);
        assertThat(outcome).isInstanceOf(AcquireOutcome.Refused.class);
        return ((AcquireOutcome.Refused) outcome).refusal();
    }

    Hold holds(String owner, String resource) {
        return granted(wish(owner, resource));
    }

    Hold shares(String owner, String resource) {
        return granted(wish(owner, resource).shared());
    }

    Waiter waits(String owner, String resource) {
        return queued(wish(owner, resource).waiting());
    }

    Waiter waits(String owner, String resource, Priority priority) {
        return queued(wish(owner, resource).waiting().priority(priority));
    }

    Waiter waitsToShare(String owner, String resource) {
        return queued(wish(owner, resource).shared().waiting());
    }

    Waiter waitsElsewhere(String owner, String resource) {
        return queued(wish(owner, resource).waiting().elsewhere());
    }

    // What happens to holds and waiters.

    ReleaseOutcome release(String owner) {
        Hold hold = hold(owner);
        return release(hold, hold.claims().get(0));
    }

    ReleaseOutcome release(Hold hold, Claim claim) {
        return decide(
                HERE,
                Rulebook.interestIn(hold.id(), claim.request()),
                (view, circumstances) ->
                        rulebook.release(view, hold.id(), claim.request(), circumstances));
    }

    ReleaseOutcome releaseAll(Hold hold) {
        return decide(
                HERE,
                Rulebook.interestIn(hold.id(), null),
                (view, circumstances) -> rulebook.release(view, hold.id(), null, circumstances));
    }

    RenewOutcome renew(Hold hold) {
        return renew(hold, hold.terms().lease());
    }

    RenewOutcome renew(Hold hold, Duration lease) {
        Commit commit = rulebook.renew(name, hold.id(), hold.token(), lease);
        return commit(commit)
                .<RenewOutcome>map(stamp -> new RenewOutcome.Renewed(stamp.now()))
                .orElseGet(() ->
                        rulebook.lost(
                                root.view(commit.interest(), PlainRoot.Shown.FRONT), hold.id()));
    }

    TransferOutcome transfer(Hold hold, String receiver, String request) {
        var wish = new TransferRequest(new RequestId(request), hold.id(), Wish.owner(receiver));
        return decide(
                HERE,
                new Interest(Set.of(wish.id(), Rulebook.keyOf(hold.id())), Set.of()),
                (view, circumstances) -> rulebook.transfer(view, wish, circumstances));
    }

    ForceUnlockOutcome forceUnlock(Quarantine quarantine, Hold... holds) {
        var locks = new HashSet<LockId>();
        var keys = new HashSet<RequestId>();
        for (Hold hold : holds) {
            locks.add(hold.id());
            keys.add(Rulebook.keyOf(hold.id()));
        }
        var request = new ForceUnlockRequest(locks, "oncall", "runner died", quarantine);
        return decide(
                HERE,
                new Interest(keys, Set.of()),
                (view, circumstances) -> rulebook.forceUnlock(view, request, circumstances));
    }

    CancelOutcome cancel(RequestId request) {
        return decide(
                HERE,
                Interest.in(request),
                (view, circumstances) -> rulebook.cancel(view, request, "changed", circumstances));
    }

    CancelOutcome forestall(RequestId request) {
        return decide(
                HERE,
                Interest.in(request),
                (view, circumstances) ->
                        rulebook.forestall(view, request, "too late", circumstances));
    }

    CancelOutcome abort(RequestId request, List<OwnerId> cycle) {
        return decide(
                HERE,
                Interest.in(request),
                (view, circumstances) ->
                        rulebook.abort(view, request, new Ending.Aborted(cycle), circumstances));
    }

    void settle() {
        decide(HERE, Interest.NONE, rulebook::settle);
    }

    void sweep() {
        decide(HERE, Interest.NONE, rulebook::sweep);
    }

    /** The waiter's engine shows that it is alive. */
    void touch(Waiter waiter) {
        var touch = new Change.Touch(waiter.ticket(), rulebook.rules().ticketLease());
        commit(new Commit(name, Interest.NONE, List.of(), List.of(touch), Set.of()));
    }

    void pass(Duration time) {
        root.pass(time);
    }

    Freeze freeze(String prefix, Duration lasts, String... exempt) {
        var freeze =
                new Freeze(
                        "freeze-" + freezes.size(),
                        new Prefix(prefix),
                        "oncall",
                        "black friday",
                        root.now(),
                        root.now().plus(lasts),
                        Set.of(exempt));
        freezes.add(freeze);
        return freeze;
    }

    // How it looks.

    StoreTime now() {
        return root.now();
    }

    List<Hold> liveHolds() {
        return root.holds().stream().filter(hold -> hold.isLive(root.now())).toList();
    }

    /** All holds, the lapsed ones that nobody has cleared away included. */
    List<Hold> keptHolds() {
        return root.holds();
    }

    /** The owner's only live hold. */
    Hold hold(String owner) {
        List<Hold> own = holdsOf(owner);
        assertThat(own).as("holds of " + owner).hasSize(1);
        return own.get(0);
    }

    List<Hold> holdsOf(String owner) {
        return liveHolds().stream().filter(hold -> hold.owner().name().equals(owner)).toList();
    }

    /** Who holds exactly this resource, in the order of their tokens. */
    List<String> holders(String resource) {
        return liveHolds().stream()
                .filter(hold -> hold.resource().equals(Resource.parse(resource)))
                .map(hold -> hold.owner().name())
                .toList();
    }

    String holder(String resource) {
        List<String> holders = holders(resource);
        return holders.isEmpty() ? "nobody" : String.join(" and ", holders);
    }

    /** Who waits, the next first; places that have lapsed are not counted. */
    List<String> queue() {
        return root.queue().stream()
                .filter(waiter -> waiter.isLive(root.now()))
                .map(waiter -> waiter.owner().name())
                .toList();
    }

    List<Waiter> keptWaiters() {
        return root.queue();
    }

    List<AuditEntry> audit() {
        return root.audit();
    }

    Commit lastCommit() {
        if (lastCommit == null) {
            throw new AssertionError("nothing has been committed");
        }
        return lastCommit;
    }

    List<Condition> lastConditions() {
        return lastCommit().conditions();
    }

    Decision.More more() {
        return more;
    }

    // For examples in which something happens between a decision and its commit.

    Rulebook rulebook() {
        return rulebook;
    }

    RootView view(Interest interest) {
        return root.view(interest, PlainRoot.Shown.FRONT);
    }

    RootView wholeView() {
        return root.view(Interest.NONE, PlainRoot.Shown.ALL);
    }

    Circumstances circumstances(EngineId engine) {
        salt += 1_000_000; // far enough apart for the lock ids of one decision to lie between
        return new Circumstances(engine, new Freezes(root.now(), freezes), salt);
    }

    /** What would be done for the wish now; {@link #attempt} does it, perhaps too late. */
    Decision<AcquireOutcome> plan(Wish wish) {
        var request = wish.request();
        return rulebook.acquire(
                view(Rulebook.interestIn(request)), request, circumstances(wish.engine()));
    }

    /** The answer, or nothing if the root has changed too much since it was decided. */
    <A> Optional<A> attempt(Decision<A> decision) {
        more = decision.more();
        Commit commit = decision.commit();
        Optional<Stamp> stamp =
                commit == null
                        ? Optional.of(new Stamp(root.now(), 0, 0, Set.of()))
                        : commit(commit);
        return stamp.map(decision.answer());
    }

    private <A> A decide(
            EngineId engine,
            Interest interest,
            BiFunction<RootView, Circumstances, Decision<A>> rule) {
        Circumstances circumstances = circumstances(engine);
        Decision<A> decision = rule.apply(view(interest), circumstances);
        if (compared) {
            Decision<A> informed =
                    rule.apply(root.view(interest, PlainRoot.Shown.ALL), circumstances);
            assertThat(decision.toCommit().map(Scene::whoeverIsAhead))
                    .as("what is decided by the front of the queue, against the whole queue")
                    .isEqualTo(informed.toCommit().map(Scene::whoeverIsAhead));
        }
        return attempt(decision)
                .orElseThrow(() -> new AssertionError("refused: " + decision.commit()));
    }

    /** Behind whom somebody joins depends on who is shown, and only matters for how long that one stays. */
    private static Commit whoeverIsAhead(Commit commit) {
        if (commit.changes().stream().noneMatch(change -> change instanceof Change.Join)) {
            return commit;
        }
        return new Commit(
                commit.root(),
                commit.interest(),
                commit.conditions().stream()
                        .filter(condition -> !(condition instanceof Condition.WaiterThere))
                        .toList(),
                commit.changes(),
                commit.tell());
    }

    private Optional<Stamp> commit(Commit commit) {
        lastCommit = commit;
        Optional<Stamp> stamp = root.commit(commit);
        checkThatNoHoldsConflict();
        return stamp;
    }

    private void checkThatNoHoldsConflict() {
        // A quarantine is nobody's hold, and may lie over another hold of its old owner.
        List<Hold> live =
                liveHolds().stream()
                        .filter(hold -> hold.standing() != Standing.QUARANTINE)
                        .toList();
        for (Hold one : live) {
            for (Hold other : live) {
                assertThat(Conflict.of(one).with(Conflict.of(other)))
                        .as("%s and %s hold side by side", one.owner(), other.owner())
                        .isFalse();
            }
        }
    }
}

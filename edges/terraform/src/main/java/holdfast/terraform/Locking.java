package holdfast.terraform;

import holdfast.engine.LockEngine;
import holdfast.engine.RemoteCallers;
import holdfast.model.AcquireRequest;
import holdfast.model.CancelOutcome;
import holdfast.model.Explanation;
import holdfast.model.ForceUnlockRequest;
import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.LockId;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.Priority;
import holdfast.model.Quarantine;
import holdfast.model.Refusal;
import holdfast.model.RenewOutcome;
import holdfast.model.RequestState;
import holdfast.model.Resource;
import holdfast.model.Standing;
import holdfast.model.SubPath;
import holdfast.model.Token;
import holdfast.model.WhenFrozen;
import holdfast.model.WhenHeld;
import holdfast.model.keys.Keys;
import holdfast.state.StampOutcome;
import holdfast.state.StateName;
import holdfast.state.StateStamp;
import holdfast.state.States;
import holdfast.state.Words;
import holdfast.state.Writer;
import holdfast.store.RootView;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Locks and unlocks by the protocol. Everything about a client's lock is known by the id that the client gave it. */
final class Locking {
    /** Until the state is stamped: a lock that was never told to its client is soon free again. */
    private static final Duration FIRST_LEASE = Duration.ofSeconds(60);

    private final LockEngine engine;
    private final States states;
    private final TerraformSettings settings;
    private final Witness witness;
    private final Holders holders;

    Locking(LockEngine engine, States states, TerraformSettings settings, Witness witness) {
        this.engine = engine;
        this.states = states;
        this.settings = settings;
        this.witness = witness;
        this.holders = new Holders(engine);
    }

    static Resource resource(StateName name) {
        return new Resource(name.root(), SubPath.WHOLE);
    }

    Answer lock(StateName name, LockInfo info, Access.Visitor visitor) {
        return lock(name, info, visitor, settings.idleLease());
    }

    /** For a write that is done as soon as it is here: if the server dies meanwhile, the state is soon free again. */
    Answer lockForAMoment(StateName name, LockInfo info, Access.Visitor visitor) {
        return lock(name, info, visitor, FIRST_LEASE);
    }

    private Answer lock(StateName name, LockInfo info, Access.Visitor visitor, Duration lease) {
        Resource resource = resource(name);
        if (Keys.isGlobal(resource)) {
            throw new InvalidRequestException(
                    "this name means a lock on everything, which is a freeze and no state");
        }
        Owner owner = Tenure.owner(info.id(), info.who(), visitor);
        Tenure tenure = Tenure.find(engine, resource, owner);
        RequestState state =
                tenure.state() instanceof RequestState.Unknown
                        ? ask(name, info, tenure, owner)
                        : tenure.state();
        return switch (state) {
            case RequestState.Held held -> taken(name, info, held.hold(), lease);
            case RequestState.Offered offered -> taken(name, info, offered.hold(), lease);
            case RequestState.Waiting waiting ->
                    Answer.locked(holders.inTheWay(resource, tenure.request()));
            case RequestState.Over over -> refused(resource, over.refusal());
            case RequestState.Unknown unknown -> Answer.locked(holders.inTheWay(resource, null));
        };
    }

    /**
     * Asks for a client. A newcomer that is refused is not put in line: it may have asked once and gone. But it is written down that it came, so
     * that every server knows it when it comes back, and puts it in line then.
     */
    private RequestState ask(StateName name, LockInfo info, Tenure tenure, Owner owner) {
        RequestState state = engine.remote().ask(request(name, info, tenure, owner));
        if (!(state instanceof RequestState.Over) || tenure.isBack()) {
            return state;
        }
        CancelOutcome settled =
                engine.remote().settle(name.root(), tenure.request(), "the state was locked");
        // A copy of the same request may have come through another server, and have been granted.
        return settled instanceof CancelOutcome.AlreadyGranted
                ? engine.remote().inquire(resource(name), tenure.request())
                : state;
    }

    private AcquireRequest request(StateName name, LockInfo info, Tenure tenure, Owner owner) {
        WhenHeld whenHeld =
                tenure.isBack()
                        ? new WhenHeld.Wait(engine.settings().rules().limits().queueTimeMax())
                        : new WhenHeld.GiveUp();
        Mode mode =
                info.isPlan() && settings.plans() == TerraformSettings.Plans.SHARE
                        ? Mode.SHARED
                        : Mode.EXCLUSIVE;
        return new AcquireRequest(
                tenure.request(),
                resource(name),
                mode,
                owner,
                null,
                whenHeld,
                WhenFrozen.REFUSE,
                FIRST_LEASE,
                Priority.NORMAL,
                new Note(Words.fit(info.operation()), info.toMetadata()),
                aboveAllStamps(name));
    }

    /** So that a grant is good for this state even if the locks' store lost its memory. */
    private @Nullable Token aboveAllStamps(StateName name) {
        return states.pointer(name).stamps().values().stream()
                .map(StateStamp::token)
                .max(Comparator.naturalOrder())
                .map(token -> new Token(token.value() + 1))
                .orElse(null);
    }

    /** Told only when nobody with a smaller token can write any more, and the lease is the long one. */
    private Answer taken(StateName name, LockInfo info, Hold hold, Duration lease) {
        // Short until the stamp is there: if it cannot be made, nobody may be left with the long
        // lease.
        if (renew(hold, FIRST_LEASE) instanceof RenewOutcome.Lost) {
            return Answer.locked(holders.inTheWay(resource(name), null));
        }
        if (hold.mode() == Mode.EXCLUSIVE
                && states.stamp(name, Writer.of(hold, info.id()))
                        instanceof StampOutcome.Fenced fenced) {
            engine.release(name.root(), hold.id(), null);
            return Answer.problem(
                    409,
                    "the state was stamped with token "
                            + fenced.by().token()
                            + " by "
                            + fenced.by().by()
                            + " while this lock was taken: it is lost");
        }
        return renew(hold, lease) instanceof RenewOutcome.Lost
                ? Answer.locked(holders.inTheWay(resource(name), null))
                : Answer.ok();
    }

    /** Renews the lock that the client calls by this id, if it has one. */
    void noteSignOfLife(StateName name, String id, Access.Visitor visitor) {
        Hold hold = Tenure.find(engine, resource(name), id, visitor).hold();
        if (hold != null) {
            renew(hold);
        }
    }

    /** A sign of life: the protocol has no other. */
    RenewOutcome renew(Hold hold) {
        return renew(hold, settings.idleLease());
    }

    private RenewOutcome renew(Hold hold, Duration lease) {
        return engine.remote().renew(List.of(new RemoteCallers.Beat(hold, lease))).get(0);
    }

    private Answer refused(Resource resource, Refusal refusal) {
        return switch (refusal) {
            case Refusal.Frozen frozen -> Answer.locked(Holders.frozen(frozen));
            // A late copy of an old request must not lock anything.
            case Refusal.Ended ended ->
                    Answer.problem(
                            410,
                            "this lock is over: "
                                    + Explanation.of(ended.ending())
                                    + ". Start a new run.");
            default -> Answer.locked(holders.inTheWay(resource, null));
        };
    }

    /**
     * Gives the client's lock back, and never another's. A lock that was lost is not there to be given back, also if another has one by now: told
     * that this failed, Terraform advises people to force-unlock, and it is the other's lock that would open. What the client could not
     * save it hears when it writes.
     */
    Answer unlock(StateName name, LockInfo info, Access.Visitor visitor) {
        Resource resource = resource(name);
        Tenure tenure = Tenure.find(engine, resource, info.id(), visitor);
        Hold hold = tenure.hold();
        if (hold != null) {
            engine.release(name.root(), hold.id(), tenure.request());
            return Answer.ok();
        }
        return switch (tenure.state()) {
            case RequestState.Waiting waiting -> {
                engine.cancel(name.root(), tenure.request(), "its client left the line");
                yield Answer.ok();
            }
            case RequestState.Over(Refusal.Ended ended) -> Answer.ok();
            default -> isHeld(name) ? inTheWay(name) : Answer.ok();
        };
    }

    boolean isHeld(StateName name) {
        return !liveHolds(name).isEmpty();
    }

    private Set<Hold> liveHolds(StateName name) {
        RootView view = engine.look(name.root());
        return view.holds().stream()
                .filter(hold -> hold.isLive(view.now()))
                .collect(Collectors.toSet());
    }

    /** Takes away whatever locks the state: Terraform does not say which lock it means. */
    Answer forceUnlock(StateName name, Access.Visitor visitor) {
        return forceUnlock(name, liveHolds(name), visitor);
    }

    /** Takes away the lock with this id, as OpenTofu says. */
    Answer forceUnlock(StateName name, LockInfo info, Access.Visitor visitor) {
        Set<Hold> live = liveHolds(name);
        Set<Hold> meant =
                live.stream()
                        .filter(hold -> Holders.of(hold, "").id().equals(Words.fit(info.id())))
                        .collect(Collectors.toSet());
        if (meant.isEmpty() && !live.isEmpty()) {
            return inTheWay(name);
        }
        return forceUnlock(name, meant, visitor);
    }

    private Answer forceUnlock(StateName name, Set<Hold> found, Access.Visitor visitor) {
        // Nobody's lock: it keeps a state shut while someone who lost its lock may still write.
        Set<Hold> holds =
                found.stream()
                        .filter(hold -> hold.standing() != Standing.QUARANTINE)
                        .collect(Collectors.toSet());
        if (holds.isEmpty()) {
            return found.isEmpty() ? Answer.ok() : inTheWay(name);
        }
        String by = Words.name(visitor.name(), "unknown");
        String reason = "force-unlock by terraform";
        witness.before(
                holds.stream()
                        .map(hold ->
                                new Witness.Act(
                                        "lock.force_unlock.requested",
                                        name,
                                        hold.id().text(),
                                        by,
                                        Credited.facts(
                                                visitor,
                                                Map.of(
                                                        "reason",
                                                        reason,
                                                        "held_by",
                                                        hold.owner().name()))))
                        .toList());
        Set<LockId> locks = holds.stream().map(Hold::id).collect(Collectors.toSet());
        engine.forceUnlock(
                name.root(), new ForceUnlockRequest(locks, by, reason, quarantine(holds)));
        return Answer.ok();
    }

    private Answer inTheWay(StateName name) {
        return new Answer(409, holders.inTheWay(resource(name), null).toJson(), Map.of());
    }

    /**
     * None after a lock of Terraform's: it is the time in which a holder learns of its loss by its heartbeat, and here there is
     * none; late writes are stopped by the stamp of whoever locks next. A run of another tool has that time, and needs it.
     */
    private static Quarantine quarantine(Set<Hold> holds) {
        boolean areTerraforms =
                holds.stream()
                        .noneMatch(
                                hold -> LockInfo.ofMetadata(hold.note().metadata()).id().isEmpty());
        return areTerraforms ? new Quarantine.Skipped() : Quarantine.usual();
    }
}

package holdfast.engine;

import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.CancelOutcome;
import holdfast.model.EngineId;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Refusal;
import holdfast.model.RenewOutcome;
import holdfast.model.RequestId;
import holdfast.model.RequestState;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.keys.Keys;
import holdfast.rulebook.Rulebook;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import holdfast.store.Interest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Acts for callers that are elsewhere. They keep their locks and places alive themselves, by renewing and by asking, and may do so
 * through any engine on the store; nothing about them is remembered here. What they are granted while they wait is an offer: it
 * becomes theirs when they renew it, and falls to the next if they do not.
 */
public final class RemoteCallers {
    private final Site site;
    private final CommitLoop loop;
    private final WaitingRoom room;
    private final Asking asking;
    private final Function<AcquireRequest, Optional<Refusal>> unproven;
    private final Watches watches;
    private volatile boolean closed;

    RemoteCallers(
            Site site,
            CommitLoop loop,
            WaitingRoom room,
            Asking asking,
            Function<AcquireRequest, Optional<Refusal>> unproven) {
        this.site = site;
        this.loop = loop;
        this.room = room;
        this.asking = asking;
        this.unproven = unproven;
        this.watches = new Watches(site.host());
    }

    /** Asks for a lock without waiting. Who is queued keeps its place by inquiring; asking again with the same id is harmless. */
    public RequestState ask(AcquireRequest request) {
        if (Keys.isGlobal(request.resource())) {
            GlobalLock.check(request);
        }
        Optional<Refusal> refusal = unproven.apply(request);
        if (refusal.isPresent()) {
            return new RequestState.Over(refusal.get());
        }
        Bid bid = Bid.fromElsewhere(request, site);
        Asking.Outcome asked = asking.ask(bid);
        return switch (asked.outcome()) {
            case AcquireOutcome.Granted granted -> held(request, granted.hold(), asked.made());
            case AcquireOutcome.Refused refused -> new RequestState.Over(refused.refusal());
            case AcquireOutcome.Queued queued -> {
                asking.joined(bid);
                yield new RequestState.Waiting(queued.waiter());
            }
        };
    }

    private RequestState held(AcquireRequest request, Hold hold, CommitLoop.@Nullable Made made) {
        if (made != null) {
            return new RequestState.Held(hold, made.stamp().now());
        }
        // A repeated request: how much of its lease is left is known only after a heartbeat.
        var beat = new Beat(hold, hold.terms().lease());
        return stateAfter(request.resource(), beat, renew(List.of(beat)).getFirst());
    }

    /** The request for a hold after a heartbeat, by which an offer is confirmed. */
    static RequestState stateAfter(Resource resource, Beat beat, RenewOutcome outcome) {
        return switch (outcome) {
            case RenewOutcome.Renewed renewed ->
                    new RequestState.Held(
                            beat.hold().renewed(beat.lease(), renewed.at()), renewed.at());
            case RenewOutcome.Lost lost ->
                    new RequestState.Over(
                            new Refusal.NotUnderLiveLock(
                                    resource, beat.hold().id(), lost.ending()));
        };
    }

    /** What became of a request. A place in line is kept by this. */
    public RequestState inquire(Resource resource, RequestId request) {
        return loop.decide(
                        resource.root(),
                        Interest.in(request),
                        (view, circumstances) ->
                                loop.rulebook().inquire(view, resource, request, circumstances))
                .answer();
    }

    /**
     * Settles a request that was refused: whoever inquires of it from now on, through any engine, hears that it is over. If it is in
     * line it leaves; one that was granted meanwhile stays so, and is answered.
     */
    public CancelOutcome settle(Root root, RequestId request, String why) {
        return loop.decide(
                        root,
                        Interest.in(request),
                        (view, circumstances) ->
                                loop.rulebook().forestall(view, request, why, circumstances))
                .answer();
    }

    /**
     * Waits for as long as the request is in line, but no longer than the given time. Leaving keeps the place. Answers before its
     * time if the engine is closed, so that the caller can go on elsewhere.
     */
    public RequestState await(Resource resource, RequestId request, Duration atMost)
            throws InterruptedException {
        if (!atMost.isPositive()) {
            return inquire(resource, request);
        }
        HostTime began = HostTime.of(site.host());
        room.listen(EngineId.ANY_SERVER);
        // Before it is asked about, so that nothing that happens to it meanwhile is missed.
        Seat seat = room.enter(resource.root(), request);
        try {
            RequestState state = inquire(resource, request);
            while (state instanceof RequestState.Waiting waiting && !closed) {
                seat.moveTo(waiting.place());
                Duration left =
                        atMost.minusNanos(site.host().monotonicNanos() - began.monotonicNanos());
                if (!left.isPositive()) {
                    return state;
                }
                seat.await(left);
                Seat.Delivery delivery = seat.delivery();
                state =
                        delivery == null
                                ? inquire(resource, request)
                                : new RequestState.Offered(
                                        delivery.granted().hold(), delivery.made().stamp().now());
            }
            return state;
        } finally {
            room.leave(seat);
        }
    }

    /** One heartbeat. */
    public record Beat(Hold hold, Duration lease) {}

    /** Prolongs holds, all in one round trip, and confirms those that were offers. The answers are in the order of the beats. */
    public List<RenewOutcome> renew(List<Beat> beats) {
        var commits = new ArrayList<Commit>();
        for (Beat beat : beats) {
            loop.rulebook().rules().limits().checkLease(beat.lease());
            Hold hold = beat.hold();
            commits.add(
                    loop.rulebook()
                            .renew(hold.resource().root(), hold.id(), hold.token(), beat.lease()));
        }
        List<CommitResult> results =
                commits.isEmpty()
                        ? List.of()
                        : Renewals.of(site, beats.stream().map(Beat::hold).toList()).send(commits);
        var outcomes = new ArrayList<RenewOutcome>();
        for (int i = 0; i < beats.size(); i++) {
            LockId lock = beats.get(i).hold().id();
            outcomes.add(
                    switch (results.get(i)) {
                        case CommitResult.Committed committed ->
                                new RenewOutcome.Renewed(committed.stamp().now());
                        case CommitResult.Refused refused ->
                                loop.rulebook().lost(refused.view(), lock);
                    });
        }
        return outcomes;
    }

    /** How a lock that is not there any more was lost. */
    public RenewOutcome lost(Root root, LockId lock) {
        return loop.rulebook()
                .lost(site.store().read(root, Interest.in(Rulebook.keyOf(lock))), lock);
    }

    /** For callers that want to hear at once when one of these locks is over; to be closed. */
    public RootWatch watch(Map<Root, Set<LockId>> locks) {
        room.listen(EngineId.ANY_SERVER);
        return watches.begin(locks);
    }

    /** Something happened to the root. */
    void noticed(Root root) {
        watches.touched(root);
    }

    /** No notice tells an engine of its own deeds. What was given back counts too: who watches it may be gone, and keeps a connection. */
    void committed(CommitLoop.Made made) {
        watches.over(made.commit().root(), made.over());
    }

    /** Whoever waits is answered at once. */
    void close() {
        closed = true;
        watches.wakeAll();
    }

    /** Whether callers should go on elsewhere. */
    public boolean isClosed() {
        return closed;
    }

    /** Lets every caller that waits go, with its place, before the engine is closed. */
    public void dismiss() {
        closed = true;
        room.wakeAll();
        watches.wakeAll();
    }
}

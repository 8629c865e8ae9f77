package holdfast.cli;

import holdfast.LockRequest;
import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.ErrorCode;
import holdfast.model.Hold;
import holdfast.model.Resource;
import holdfast.model.SubPath;
import holdfast.model.Token;
import holdfast.state.StateChange;
import holdfast.state.StateChanged;
import holdfast.state.StateName;
import holdfast.state.StoreClock;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Changes a state: takes its lock, makes the change, gives the lock back, and says what came of it. Inside a run that locked it,
 * the change is made under the lock of the run.
 */
final class StateWork {
    private final Context context;
    private final StatesOption option;
    private final WaitOption wait;
    private final StateName name;

    StateWork(Context context, StatesOption option, WaitOption wait, StateName name) {
        this.context = context;
        this.option = option;
        this.wait = wait;
        this.name = name;
    }

    /** @return the exit code */
    int change(String reason, StateChange change) {
        return change(whole(), reason, change);
    }

    private Resource whole() {
        return new Resource(name.root(), SubPath.WHOLE);
    }

    /**
     * @param change is asked for once the lock is held
     * @return the exit code
     */
    int change(String reason, Supplier<StateChange> change) {
        return under(whole(), reason, change);
    }

    /**
     * @param resource what to lock: the state's root, or a path in it
     * @return the exit code
     */
    int change(Resource resource, String reason, StateChange change) {
        return under(resource, reason, () -> change);
    }

    private int made(OpenStates states, Hold hold, StateChange change) {
        return tell(states.change(name, hold, change), told(change));
    }

    private int under(Resource resource, String reason, Supplier<StateChange> change) {
        try (var leaving = new LeavingTheLine();
                var session = option.locks().open();
                OpenStates states =
                        option.open(new StoreClock(() -> session.locks().freezes().asOf()))) {
            Nesting.@Nullable Outer outer = outer(resource);
            if (outer != null) {
                Optional<Hold> hold = session.locks().find(outer.lock());
                return hold.filter(found -> isOf(outer, found, resource)).isPresent()
                        ? made(states, hold.get(), change.get())
                        : lost(outer);
            }
            LockRequest request =
                    session.holdfast()
                            .lock(resource)
                            .ownedBy(new Identity(context.environment()).newOwner())
                            .reason(reason);
            AcquireRequest wish = wait.appliedTo(aboveAllStamps(states, request)).toRequest();
            return switch (taken(session, wish)) {
                case HoldOutcome.Taken taken -> {
                    try (HeldLock lock = taken.locks().getFirst()) {
                        yield made(states, lock.hold(), change.get());
                    }
                }
                case HoldOutcome.Refused refused ->
                        Complaints.to(context.terminal())
                                .refused(refused.refusal(), session.locks());
            };
        } catch (InterruptedException e) {
            // By a signal, whose number the process ends with.
            return ExitCode.CANCELLED.code();
        }
    }

    private HoldOutcome taken(Session session, AcquireRequest wish) throws InterruptedException {
        try (var report = new WaitReport(session.locks(), List.of(wish), context.terminal())) {
            HoldOutcome outcome = session.locks().hold(wish);
            if (outcome instanceof HoldOutcome.Taken) {
                report.granted();
            }
            return outcome;
        }
    }

    /** The run that this is inside of, if its lock covers what is changed: then no other lock is taken. */
    private Nesting.@Nullable Outer outer(Resource resource) {
        return option.locks().isUsual() ? Nesting.covering(context.environment(), resource) : null;
    }

    private static boolean isOf(Nesting.Outer outer, Hold hold, Resource resource) {
        return hold.owner().id().equals(outer.owner()) && hold.resource().covers(resource);
    }

    private int lost(Nesting.Outer outer) {
        return Complaints.to(context.terminal())
                .failed(
                        "nothing was changed: lock "
                                + outer.lock()
                                + ", under which this runs, is not held any more by who ran it",
                        ErrorCode.LOCK_LOST);
    }

    /** So that the lock is good for this state even if the locks' store lost its memory. */
    private LockRequest aboveAllStamps(OpenStates states, LockRequest request) {
        return states.largestStamp(name)
                .map(token -> request.tokenAtLeast(new Token(token.value() + 1)))
                .orElse(request);
    }

    private StateNews told(StateChange change) {
        return new StateNews(
                name,
                switch (change) {
                    case StateChange.Push push -> StateNews.Deed.PUSH;
                    case StateChange.Import taken -> StateNews.Deed.IMPORT;
                    case StateChange.Restore restore -> StateNews.Deed.RESTORE;
                    case StateChange.Remove remove -> StateNews.Deed.REMOVE;
                });
    }

    private int tell(StateChanged changed, StateNews news) {
        return switch (changed) {
            case StateChanged.Done done -> {
                news.done(done.version()).forEach(context.terminal()::say);
                yield ExitCode.OK.code();
            }
            case StateChanged.Unchanged unchanged -> {
                context.terminal().say(news.unchanged(unchanged.version()));
                yield ExitCode.OK.code();
            }
            case StateChanged.Refused refused ->
                    Complaints.to(context.terminal()).failed(refused.why(), refused.code());
        };
    }
}

package holdfast.cli;

import holdfast.LockRequest;
import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.model.ErrorCode;
import holdfast.model.Hold;
import holdfast.model.Token;
import holdfast.state.SaveOutcome;
import holdfast.state.StateName;
import holdfast.state.StateStamp;
import holdfast.state.StateVersion;
import holdfast.state.States;
import holdfast.state.Writer;
import holdfast.store.DocumentStore;
import holdfast.store.StoreException;
import java.util.Comparator;

/** Changes a state: takes its lock without waiting, makes the change, gives the lock back, and says what came of it. */
final class StateWork {
    private final Context context;
    private final StatesOption option;

    StateWork(Context context, StatesOption option) {
        this.context = context;
        this.option = option;
    }

    /** What is done by someone who holds the lock. */
    interface Change {
        SaveOutcome make(States states, Writer writer);
    }

    /**
     * @param resource what to lock: the state's root, or a path in it
     * @return the exit code
     */
    int change(StateName name, String resource, String reason, Change change) {
        try (var session = option.locks().open();
                DocumentStore documents = option.open()) {
            States states = option.states(documents);
            LockRequest request =
                    session.holdfast()
                            .lock(resource)
                            .ownedBy(new Identity(context.environment()).newOwner())
                            .reason(reason);
            return switch (aboveAllStamps(states, name, request).take()) {
                case HoldOutcome.Taken taken -> {
                    HeldLock lock = taken.locks().get(0);
                    try (lock) {
                        yield made(states, name, lock.hold(), change);
                    }
                }
                case HoldOutcome.Refused refused ->
                        Complaints.to(context.terminal())
                                .refused(refused.refusal(), session.locks());
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.CANCELLED.code();
        }
    }

    /** So that the lock is good for this state even if the locks' store lost its memory. */
    private static LockRequest aboveAllStamps(States states, StateName name, LockRequest request) {
        try {
            return states.pointer(name).stamps().values().stream()
                    .map(StateStamp::token)
                    .max(Comparator.naturalOrder())
                    .map(token -> request.tokenAtLeast(new Token(token.value() + 1)))
                    .orElse(request);
        } catch (StoreException.Corrupted e) {
            return request; // What is damaged can still be restored.
        }
    }

    private int made(States states, StateName name, Hold hold, Change change) {
        states.showHolder(name, hold);
        try {
            return tell(name, change.make(states, Writer.of(hold)));
        } finally {
            states.hideHolder(name, hold);
        }
    }

    private int tell(StateName name, SaveOutcome outcome) {
        Complaints complaints = Complaints.to(context.terminal());
        return switch (outcome) {
            case SaveOutcome.Saved saved -> done(name, saved.version());
            case SaveOutcome.Unchanged unchanged -> done(name, unchanged.version());
            case SaveOutcome.Fenced fenced ->
                    complaints.failed(
                            "nothing was changed: "
                                    + fenced.by().by()
                                    + " locked '"
                                    + name
                                    + "' since",
                            ErrorCode.LOCK_LOST);
            case SaveOutcome.Changed changed -> {
                StateVersion now = changed.now();
                yield complaints.failed(
                        now == null
                                ? "there is no state '" + name + "'"
                                : "nothing was changed: '"
                                        + name
                                        + "' is at version "
                                        + now.id()
                                        + " by now, saved by "
                                        + now.by(),
                        ErrorCode.INVALID_REQUEST);
            }
        };
    }

    private int done(StateName name, StateVersion version) {
        context.terminal().say("'" + name + "' version " + version.id());
        return ExitCode.OK.code();
    }
}

package holdfast.engine;

import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.HoldDraft;
import holdfast.model.Standing;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.model.WaiterDraft;
import holdfast.store.Change;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells listeners what this engine's commits did, in the order of each commit's changes. */
final class Events {
    private static final Logger LOG = LoggerFactory.getLogger(Events.class);
    private final List<Consumer<LockEvent>> listeners = new CopyOnWriteArrayList<>();

    Runnable listen(Consumer<LockEvent> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    void committed(CommitLoop.Made made) {
        if (listeners.isEmpty()) {
            return;
        }
        for (LockEvent event : eventsOf(made)) {
            for (Consumer<LockEvent> listener : listeners) {
                tell(listener, event);
            }
        }
    }

    private static void tell(Consumer<LockEvent> listener, LockEvent event) {
        try {
            listener.accept(event);
        } catch (RuntimeException e) {
            // A listener's failure is its own: the commit stands.
            LOG.warn("a listener failed on {}", event, e);
        }
    }

    private static List<LockEvent> eventsOf(CommitLoop.Made made) {
        List<LockEvent> events = new ArrayList<>();
        long number = made.stamp().firstNumber();
        for (Change change : made.commit().changes()) {
            LockEvent event =
                    switch (change) {
                        case Change.Grant grant ->
                                granted(grant.draft(), new Token(number++), made);
                        case Change.Join join -> {
                            number++;
                            yield waiting(join.draft(), made);
                        }
                        case Change.End end -> ended(end.hold(), end.ending(), made);
                        case Change.Leave leave -> left(leave.waiter(), leave.ending(), made);
                        default -> null;
                    };
            if (event != null) {
                events.add(event);
            }
        }
        return events;
    }

    private static LockEvent granted(HoldDraft draft, Token token, CommitLoop.Made made) {
        Hold hold = draft.stamped(made.stamp().now(), token);
        return new LockEvent(
                hold.standing() == Standing.QUARANTINE
                        ? LockEvent.Type.QUARANTINED
                        : LockEvent.Type.ACQUIRED,
                hold.acquiredAt(),
                hold.resource(),
                hold.owner(),
                hold.id(),
                token,
                hold.note(),
                waitedFor(hold, made),
                "");
    }

    /** A grant from the queue is made together with the end of its wait. */
    private static Duration waitedFor(Hold hold, CommitLoop.Made made) {
        for (Change change : made.commit().changes()) {
            if (change instanceof Change.Leave leave
                    && leave.ending() == null
                    && hold.claim(leave.waiter().claim().request()).isPresent()) {
                return since(leave.waiter().enqueuedAt(), made);
            }
        }
        return Duration.ZERO;
    }

    private static Duration since(StoreTime start, CommitLoop.Made made) {
        Duration elapsed = start.until(made.stamp().now());
        return elapsed.isNegative() ? Duration.ZERO : elapsed;
    }

    private static LockEvent waiting(WaiterDraft draft, CommitLoop.Made made) {
        return new LockEvent(
                LockEvent.Type.QUEUED,
                made.stamp().now(),
                draft.claim().resource(),
                draft.owner(),
                null,
                null,
                draft.note(),
                Duration.ZERO,
                "");
    }

    private static LockEvent ended(Hold hold, Ending ending, CommitLoop.Made made) {
        return new LockEvent(
                typeOf(ending),
                made.stamp().now(),
                hold.resource(),
                hold.owner(),
                hold.id(),
                hold.token(),
                hold.note(),
                since(hold.acquiredAt(), made),
                detailOf(ending));
    }

    private static @Nullable LockEvent left(
            Waiter waiter, @Nullable Ending ending, CommitLoop.Made made) {
        return ending == null
                ? null
                : new LockEvent(
                        typeOf(ending),
                        made.stamp().now(),
                        waiter.resource(),
                        waiter.owner(),
                        null,
                        null,
                        waiter.note(),
                        since(waiter.enqueuedAt(), made),
                        detailOf(ending));
    }

    private static LockEvent.Type typeOf(Ending ending) {
        return switch (ending) {
            case Ending.Released released -> LockEvent.Type.RELEASED;
            case Ending.Expired expired -> LockEvent.Type.EXPIRED;
            case Ending.Unconfirmed unconfirmed -> LockEvent.Type.EXPIRED;
            case Ending.Forced forced -> LockEvent.Type.FORCED;
            case Ending.Transferred transferred -> LockEvent.Type.TRANSFERRED;
            case Ending.Cancelled cancelled -> LockEvent.Type.CANCELLED;
            case Ending.Aborted aborted -> LockEvent.Type.ABORTED;
        };
    }

    private static String detailOf(Ending ending) {
        return switch (ending) {
            case Ending.Forced forced -> "by " + forced.by() + ": " + forced.reason();
            case Ending.Transferred transferred -> "to " + transferred.to().name();
            case Ending.Cancelled cancelled -> cancelled.why();
            case Ending.Aborted aborted -> "cycle " + aborted.cycle();
            case Ending.Released released -> "";
            case Ending.Expired expired -> "";
            case Ending.Unconfirmed unconfirmed -> "its grantee did not confirm in time";
        };
    }
}

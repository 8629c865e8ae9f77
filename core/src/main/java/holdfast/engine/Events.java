package holdfast.engine;

import holdfast.model.Claim;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
            // A listener's failure is its own: the commit stands. What callers say about a lock may
            // be secret.
            LOG.warn("a listener failed on {} of {}", event.type(), event.resource(), e);
        }
    }

    private static List<LockEvent> eventsOf(CommitLoop.Made made) {
        List<LockEvent> events = new ArrayList<>();
        long number = made.stamp().firstNumber();
        Map<Token, List<Claim>> claims = new HashMap<>();
        for (Change change : made.commit().changes()) {
            if (change instanceof Change.Amend amend) {
                events.addAll(amended(amend, claims, made));
                continue;
            }
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
                waitedFor(hold.claims(), made),
                "");
    }

    /** @param known the claims of holds that an earlier change of the commit has amended */
    private static List<LockEvent> amended(
            Change.Amend amend, Map<Token, List<Claim>> known, CommitLoop.Made made) {
        Optional<Hold> before = made.hold(amend.token());
        if (before.isEmpty()) {
            return List.of();
        }
        Hold hold = before.get();
        List<Claim> were = known.getOrDefault(hold.token(), hold.claims());
        known.put(hold.token(), amend.claims());
        List<LockEvent> events = new ArrayList<>();
        without(were, amend.claims())
                .forEach(claim -> events.add(claim(LockEvent.Type.UNCLAIMED, hold, claim, made)));
        without(amend.claims(), were)
                .forEach(claim -> events.add(claim(LockEvent.Type.CLAIMED, hold, claim, made)));
        return events;
    }

    private static List<Claim> without(List<Claim> all, List<Claim> others) {
        return all.stream()
                .filter(claim -> others.stream().noneMatch(claim::isSameWishAs))
                .toList();
    }

    private static LockEvent claim(
            LockEvent.Type type, Hold hold, Claim claim, CommitLoop.Made made) {
        return new LockEvent(
                type,
                made.stamp().now(),
                claim.resource(),
                hold.owner(),
                hold.id(),
                hold.token(),
                hold.note(),
                waitedFor(List.of(claim), made),
                "request " + claim.request());
    }

    /** A grant from the queue is made together with the end of its wait. */
    private static Duration waitedFor(List<Claim> claims, CommitLoop.Made made) {
        for (Change change : made.commit().changes()) {
            if (change instanceof Change.Leave leave
                    && leave.ending() == null
                    && claims.stream().anyMatch(leave.waiter().claim()::isSameWishAs)) {
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

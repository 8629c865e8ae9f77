package holdfast.store.testkit.history;

import holdfast.model.Ending;
import holdfast.model.Mode;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The locks of one root, as the rules promise them to their callers: holds that exclude each other never overlap in the store's
 * time, tokens grow, a hold lasts for its lease unless it is given back, is prolonged only while it lasts, and whoever is refused
 * is refused because of somebody. It has no queue: any waiter may be next.
 *
 * <p>Where an answer was lost, the end of a hold is known only as between two times.
 */
final class LockModel implements Model<LockModel.State, Timed> {
    private static final StoreTime NEVER = new StoreTime(Long.MAX_VALUE);

    /**
     * @param now the latest time of a commit so far
     * @param last the largest token so far
     */
    record State(StoreTime now, long last, Map<Token, Held> holds) {
        State {
            holds = Map.copyOf(holds);
        }
    }

    /**
     * @param surelyUntil before it, nothing but a release ends the hold
     * @param perhapsUntil from it on, the hold has ended
     */
    record Held(Resource resource, Mode mode, StoreTime surelyUntil, StoreTime perhapsUntil) {
        boolean excludes(Resource other, Mode otherMode) {
            return mode.excludes(otherMode) && resource.overlaps(other);
        }

        boolean isSurelyLive(StoreTime at) {
            return !at.hasReached(surelyUntil);
        }

        boolean mayBeLive(StoreTime at) {
            return !at.hasReached(perhapsUntil);
        }

        Held until(StoreTime time) {
            StoreTime end = later(surelyUntil, time);
            return new Held(resource, mode, end, end);
        }

        Held perhapsLonger() {
            return new Held(resource, mode, surelyUntil, NEVER);
        }
    }

    @Override
    public State initial() {
        return new State(new StoreTime(0), 0, Map.of());
    }

    @Override
    public Optional<State> after(State state, Timed timed) {
        StoreTime now = later(state.now(), timed.notBefore());
        Optional<State> next =
                after(new State(now, state.last(), state.holds()), timed.call())
                        .filter(then -> timed.notAfter().hasReached(then.now()));
        return isLook(timed.call()) ? next.map(then -> state) : next;
    }

    /** A look changes nothing and binds nobody: a commit that it did not see may have an earlier time. */
    private static boolean isLook(LockCall call) {
        return call instanceof LockCall.Refused || call instanceof LockCall.Lost;
    }

    private static StoreTime later(StoreTime one, StoreTime other) {
        return one.hasReached(other) ? one : other;
    }

    private static Optional<State> after(State state, LockCall call) {
        return switch (call) {
            case LockCall.Granted granted ->
                    granted(
                            state,
                            granted.token(),
                            new Held(
                                    granted.resource(),
                                    granted.mode(),
                                    granted.until(),
                                    granted.until()),
                            granted.at());
            case LockCall.GrantedUntold granted ->
                    granted(
                            state,
                            granted.token(),
                            new Held(granted.resource(), granted.mode(), granted.at(), NEVER),
                            granted.at());
            case LockCall.Refused refused -> refused(state, refused);
            case LockCall.Renewed renewed -> renewed(state, renewed);
            case LockCall.RenewedPerhaps renewed ->
                    changed(state, renewed.token(), state.now(), Held::perhapsLonger);
            case LockCall.Released released -> released(state, released.token());
            case LockCall.Lost lost -> lost(state, lost);
        };
    }

    private static Optional<State> granted(State state, Token token, Held hold, StoreTime at) {
        if (!at.hasReached(state.now()) || token.value() <= state.last()) {
            return Optional.empty();
        }
        var holds = new HashMap<>(state.holds());
        holds.values().removeIf(other -> isOver(other, hold, at));
        if (holds.values().stream()
                .anyMatch(other -> other.excludes(hold.resource(), hold.mode()))) {
            return Optional.empty();
        }
        holds.put(token, hold);
        return Optional.of(new State(at, token.value(), holds));
    }

    /** Whether the other, which would be in the way, can have ended. */
    private static boolean isOver(Held other, Held hold, StoreTime at) {
        return other.excludes(hold.resource(), hold.mode()) && !other.isSurelyLive(at);
    }

    /** Everybody who is named was there, and nobody is missing who was. */
    private static Optional<State> refused(State state, LockCall.Refused refused) {
        StoreTime at = refused.at();
        boolean namedAreThere =
                refused.holders().stream()
                        .map(state.holds()::get)
                        .allMatch(held -> held != null && held.mayBeLive(at));
        boolean allAreNamed =
                state.holds().entrySet().stream()
                        .filter(entry -> entry.getValue().isSurelyLive(at))
                        .filter(entry ->
                                entry.getValue().excludes(refused.resource(), refused.mode()))
                        .allMatch(entry -> refused.holders().contains(entry.getKey()));
        return at.hasReached(state.now()) && namedAreThere && allAreNamed
                ? Optional.of(new State(at, state.last(), state.holds()))
                : Optional.empty();
    }

    private static Optional<State> renewed(State state, LockCall.Renewed renewed) {
        return changed(
                state,
                renewed.token(),
                renewed.at(),
                held -> held.until(renewed.at().plus(renewed.lease())));
    }

    /** A hold that has not ended, changed. */
    private static Optional<State> changed(
            State state, Token token, StoreTime at, UnaryOperator<Held> change) {
        Held held = state.holds().get(token);
        if (held == null || !at.hasReached(state.now()) || !held.mayBeLive(at)) {
            return Optional.empty();
        }
        var holds = new HashMap<>(state.holds());
        holds.put(token, change.apply(held));
        return Optional.of(new State(at, state.last(), holds));
    }

    private static Optional<State> released(State state, Token token) {
        Held held = state.holds().get(token);
        if (held == null || !held.mayBeLive(state.now())) {
            return Optional.empty();
        }
        var holds = new HashMap<>(state.holds());
        holds.remove(token);
        return Optional.of(new State(state.now(), state.last(), holds));
    }

    /** Only the end of its lease ends a hold whose owner did not give it back; nobody takes one away by force here. */
    private static Optional<State> lost(State state, LockCall.Lost lost) {
        if (!(lost.ending() instanceof Ending.Expired)) {
            return Optional.empty();
        }
        Held held = state.holds().get(lost.token());
        StoreTime end = held == null ? state.now() : later(state.now(), held.surelyUntil());
        return Optional.of(new State(end, state.last(), state.holds()));
    }
}

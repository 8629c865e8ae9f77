package holdfast.store.testkit.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Searches for an order of all calls, each somewhere between its beginning and its answer, in which the model gives the answers
 * that were recorded. Calls without an answer may be left out.
 *
 * <p>It is the search of Wing and Gong: of the calls that may come next, try one, go on from there, and come back if that leads
 * nowhere. As Lowe added, what was once reached, the same calls done and the same state, is not tried again.
 *
 * @param <S> state of the model
 * @param <C> a call together with its answer
 */
final class Linearizability<S, C> {
    /** More than any history of ours needs: what takes so long is told, and not waited for. */
    private static final int PLACES_MAX = 5_000_000;

    private final Model<S, C> model;

    /** By when they were made. */
    private final List<Recorded<C>> calls;

    private final int answered;
    private final Set<Place<S>> visited = new HashSet<>();
    private final Deque<Step<S>> path = new ArrayDeque<>();
    private List<Integer> longest = List.of();

    /** Where the search has been: what was done, in whatever order, and what that led to. */
    private record Place<S>(BitSet done, S state) {}

    /** A place on the way, the call that led to it, and what is still to be tried from it. */
    private record Step<S>(Place<S> place, int call, Iterator<Integer> next) {}

    private Linearizability(Model<S, C> model, List<Recorded<C>> history) {
        this.model = model;
        this.calls = history.stream().sorted(Comparator.comparingLong(Recorded::from)).toList();
        this.answered = (int) calls.stream().filter(Recorded::isAnswered).count();
    }

    /** Empty if there is such an order; otherwise how far one came, for people. */
    static <S, C> Optional<String> complaint(Model<S, C> model, List<Recorded<C>> history) {
        var search = new Linearizability<>(model, history);
        return search.succeeds() ? Optional.empty() : Optional.of(search.told());
    }

    private boolean succeeds() {
        enter(new Place<>(new BitSet(calls.size()), model.initial()), -1);
        while (!path.isEmpty()) {
            Step<S> here = path.peek();
            if (isComplete(here.place().done())) {
                return true;
            }
            Step<S> next = here.next().hasNext() ? tried(here, here.next().next()) : null;
            if (next != null) {
                path.push(next);
                remember();
            } else if (!here.next().hasNext()) {
                path.pop();
            }
        }
        return false;
    }

    private boolean isComplete(BitSet done) {
        return done.stream().filter(call -> calls.get(call).isAnswered()).count() == answered;
    }

    private void enter(Place<S> place, int call) {
        visited.add(place);
        path.push(new Step<>(place, call, mayBeNext(place.done())));
    }

    /** Null if the model would not have answered so, or if the search has been there. */
    private @Nullable Step<S> tried(Step<S> here, int call) {
        Optional<S> state = model.after(here.place().state(), calls.get(call).call());
        if (state.isEmpty()) {
            return null;
        }
        BitSet done = (BitSet) here.place().done().clone();
        done.set(call);
        var place = new Place<>(done, state.get());
        if (!visited.add(place)) {
            return null;
        }
        if (visited.size() > PLACES_MAX) {
            throw new IllegalStateException("this history is too tangled to be judged");
        }
        return new Step<>(place, call, mayBeNext(done));
    }

    /** What was made before any of the calls that are left was answered; what was answered first is tried first. */
    private Iterator<Integer> mayBeNext(BitSet done) {
        var next = new ArrayList<Integer>();
        long firstAnswer = Long.MAX_VALUE;
        for (int call = done.nextClearBit(0);
                call < calls.size();
                call = done.nextClearBit(call + 1)) {
            Recorded<C> recorded = calls.get(call);
            if (recorded.from() > firstAnswer) {
                break;
            }
            firstAnswer = Math.min(firstAnswer, recorded.to());
            next.add(call);
        }
        next.sort(Comparator.comparingLong(call -> calls.get(call).to()));
        return next.iterator();
    }

    private void remember() {
        if (path.size() - 1 > longest.size()) {
            var order = new ArrayList<Integer>();
            path.descendingIterator().forEachRemaining(step -> order.add(step.call()));
            longest = order.subList(1, order.size());
        }
    }

    private String told() {
        var done = new BitSet();
        longest.forEach(done::set);
        var text = new StringBuilder("no order of these calls explains their answers; after\n");
        longest.subList(Math.max(0, longest.size() - 20), longest.size())
                .forEach(call -> text.append("  ").append(calls.get(call)).append('\n'));
        text.append(
                "none of these can come next, and all else was asked after the first of them was answered\n");
        mayBeNext(done)
                .forEachRemaining(call -> text.append("  ").append(calls.get(call)).append('\n'));
        return text.toString();
    }
}

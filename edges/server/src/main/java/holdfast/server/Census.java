package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.model.Hold;
import holdfast.model.Root;
import holdfast.store.HoldCursor;
import holdfast.store.HoldPage;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many locks and waiters there are, as one look shows them.
 *
 * @param locks by state
 * @param counted whether all were counted; a store may have more than can be counted in passing
 * @param roundTripNanos how long the store took for its first answer
 */
record Census(
        Map<LockJson.State, Integer> locks,
        int waiting,
        int waitedFor,
        boolean counted,
        long roundTripNanos) {
    private static final int PAGE = 1_000;
    private static final int LOCKS_MAX = 20_000;
    private static final int ROOTS_MAX = 200;
    private static final Duration TIME_MAX = Duration.ofSeconds(1);

    static Census take(LockEngine engine) {
        long began = System.nanoTime();
        HoldPage page = engine.holds(null, PAGE);
        long roundTrip = System.nanoTime() - began;
        var locks = new EnumMap<LockJson.State, Integer>(LockJson.State.class);
        int read = count(page, locks);
        while (page.holds().size() == PAGE && read < LOCKS_MAX && isEarly(began)) {
            @Nullable HoldCursor after = HoldCursor.after(page.holds().getLast());
            page = engine.holds(after, PAGE);
            read += count(page, locks);
        }
        List<Root> roots = engine.queues().roots(null, ROOTS_MAX);
        int waiting = 0;
        int looked = 0;
        while (looked < roots.size() && isEarly(began)) {
            waiting += engine.look(roots.get(looked)).waiting();
            looked++;
        }
        boolean all =
                page.holds().size() < PAGE && roots.size() < ROOTS_MAX && looked == roots.size();
        return new Census(locks, waiting, roots.size(), all, roundTrip);
    }

    /** The same, as long as nothing is counted anew. */
    Census after(long otherRoundTripNanos) {
        return new Census(locks, waiting, waitedFor, counted, otherRoundTripNanos);
    }

    private static boolean isEarly(long began) {
        return System.nanoTime() - began < TIME_MAX.toNanos();
    }

    private static int count(HoldPage page, Map<LockJson.State, Integer> locks) {
        for (Hold hold : page.holds()) {
            locks.merge(LockJson.State.of(hold, page.now()), 1, Integer::sum);
        }
        return page.holds().size();
    }

    int of(LockJson.State state) {
        return locks.getOrDefault(state, 0);
    }

    int active() {
        return of(LockJson.State.ACQUIRED) + of(LockJson.State.STALE) + of(LockJson.State.PENDING);
    }
}

package holdfast.store.testkit.history;

import holdfast.model.Hold;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.Token;
import holdfast.store.StoreException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** What many clients asked for and were told. Safe for use by many threads. */
public final class LockHistory {
    private final Map<Root, Queue<Recorded<LockCall>>> calls = new ConcurrentHashMap<>();

    /** When each request was first sent. */
    private final Map<RequestId, Long> asked = new ConcurrentHashMap<>();

    /** Holds that somebody was refused because of. */
    private final Map<Token, Hold> seen = new ConcurrentHashMap<>();

    private final AtomicInteger unwritten = new AtomicInteger();
    private final AtomicInteger unknown = new AtomicInteger();

    void asks(RequestId request, long from) {
        asked.putIfAbsent(request, from);
    }

    void saw(List<Hold> holds) {
        holds.forEach(hold -> seen.put(hold.token(), hold));
    }

    void add(Root root, Recorded<LockCall> call) {
        calls.computeIfAbsent(root, any -> new ConcurrentLinkedQueue<>()).add(call);
    }

    void failed(StoreException failure) {
        (failure instanceof StoreException.OutcomeUnknown ? unknown : unwritten).incrementAndGet();
    }

    /** How many calls were answered, whatever the answer. */
    public int answers() {
        return (int) all().stream().filter(Recorded::isAnswered).count();
    }

    /** How many calls failed. */
    public int failures() {
        return unwritten.get() + unknown.get();
    }

    /** How many calls failed of which nobody knows whether they were done. */
    public int unknownOutcomes() {
        return unknown.get();
    }

    public int grants() {
        return (int) all().stream().filter(call -> call.call() instanceof LockCall.Granted).count();
    }

    /** How many clients were told that their lock had ended. */
    public int losses() {
        return (int) all().stream().filter(call -> call.call() instanceof LockCall.Lost).count();
    }

    private List<Recorded<LockCall>> all() {
        return calls.values().stream().flatMap(Queue::stream).toList();
    }

    /**
     * Checks each root for itself: they have nothing to do with each other, so if each has an order, all have one.
     *
     * @throws AssertionError if one lock for each root, used by one client after the other, would have answered otherwise
     */
    public void verify() {
        StoreClockSight clock = StoreClockSight.of(all());
        if (!clock.isPossible()) {
            throw new AssertionError(
                    "no clock of a store shows the times that were told: "
                            + StoreClockSight.extremes(all()));
        }
        for (Root root : calls.keySet()) {
            Linearizability.complaint(new LockModel(), clock.timed(of(root)))
                    .ifPresent(text -> {
                        throw new AssertionError("locks of '" + root + "': " + text);
                    });
        }
    }

    /**
     * Checks the least that holds also where a store lost what it had told: of two grants of which one was told before the other
     * was asked for, the second has the larger token, and no token is told twice.
     *
     * @throws AssertionError if it is not so
     */
    public void verifyTokensGrow() {
        for (Queue<Recorded<LockCall>> all : calls.values()) {
            var grants =
                    all.stream()
                            .filter(call -> call.call() instanceof LockCall.Granted)
                            .sorted(Comparator.comparingLong(LockHistory::tokenOf))
                            .toList();
            long latestBegin = Long.MIN_VALUE;
            long before = 0;
            for (Recorded<LockCall> grant : grants) {
                if (tokenOf(grant) == before || grant.to() < latestBegin) {
                    throw new AssertionError("a token that others had passed: " + grant);
                }
                latestBegin = Math.max(latestBegin, grant.from());
                before = tokenOf(grant);
            }
        }
    }

    private static long tokenOf(Recorded<LockCall> grant) {
        return ((LockCall.Granted) grant.call()).token().value();
    }

    private List<Recorded<LockCall>> of(Root root) {
        var all = new ArrayList<>(calls.getOrDefault(root, new ConcurrentLinkedQueue<>()));
        Set<Token> told =
                all.stream()
                        .map(Recorded::call)
                        .filter(LockCall.Granted.class::isInstance)
                        .map(call -> ((LockCall.Granted) call).token())
                        .collect(Collectors.toSet());
        for (Hold hold : seen.values()) {
            Long from = asked.get(hold.claims().get(0).request());
            if (from != null
                    && hold.resource().root().equals(root)
                    && !told.contains(hold.token())) {
                all.add(Recorded.unanswered(LockCall.GrantedUntold.of(hold), from));
            }
        }
        return all;
    }
}

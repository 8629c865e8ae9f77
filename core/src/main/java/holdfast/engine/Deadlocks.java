package holdfast.engine;

import holdfast.model.AcquireRequest;
import holdfast.model.Ending;
import holdfast.model.OwnerId;
import holdfast.model.Root;
import holdfast.model.Waiter;
import holdfast.rulebook.Circumstances;
import holdfast.rulebook.VictimPolicy;
import holdfast.rulebook.WaitsFor;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.RootView;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds cycles of owners who wait for each other, in the two ways of rule 10: before a request joins, and by a scan for cycles
 * that formed across engines. Nobody is refused or aborted for a cycle that is not there when it is read again.
 */
final class Deadlocks {
    private static final int OWNERS_FOLLOWED_MAX = 1_000;
    private static final int ROOTS_PER_PAGE = 200;
    private static final int QUEUE_READ_MAX = 100_000;

    private final LockStore store;
    private final CommitLoop loop;
    private final VictimPolicy policy;

    /** A deadlock that was found, and the wait that was given up for it. */
    record Resolved(List<OwnerId> cycle, Waiter victim) {}

    Deadlocks(LockStore store, CommitLoop loop, VictimPolicy policy) {
        this.store = store;
        this.loop = loop;
        this.policy = policy;
    }

    /** The cycle that the request would close by waiting; empty if it would not. */
    List<OwnerId> closedBy(AcquireRequest request, Circumstances circumstances) {
        List<OwnerId> first = cycleWith(request, circumstances);
        return first.isEmpty() ? first : cycleWith(request, circumstances);
    }

    private List<OwnerId> cycleWith(AcquireRequest request, Circumstances circumstances) {
        Root root = request.resource().root();
        RootView view = store.read(root, Interest.NONE);
        List<Waiter> queue = new ArrayList<>(store.queue(root, QUEUE_READ_MAX));
        // In line with the others: who waits for it may then be passed by those it waits for.
        queue.add(loop.rulebook().inLine(view.showing(queue), request, circumstances));
        var graph = new WaitsFor();
        graph.add(view, queue);
        follow(graph, request.owner().id(), new HashSet<>(Set.of(root)));
        return graph.cycleThrough(request.owner().id());
    }

    /** Adds the roots of everybody whom the owner waits for, directly or through others. */
    private void follow(WaitsFor graph, OwnerId start, Set<Root> known) {
        Set<OwnerId> seen = new HashSet<>();
        Deque<OwnerId> next = new ArrayDeque<>(List.of(start));
        while (!next.isEmpty() && seen.size() < OWNERS_FOLLOWED_MAX) {
            OwnerId owner = next.poll();
            if (!seen.add(owner)) {
                continue;
            }
            for (Root root : store.entangling(owner)) {
                if (known.add(root)) {
                    addRoot(graph, root);
                }
            }
            next.addAll(graph.blockersOf(owner));
        }
    }

    private void addRoot(WaitsFor graph, Root root) {
        // The queue first: whoever is granted in between is then seen as a holder and not as both.
        List<Waiter> queue = store.queue(root, QUEUE_READ_MAX);
        graph.add(store.read(root, Interest.NONE), queue);
    }

    /** Gives up one wait of a cycle that goes through this owner, if there is one. */
    List<Resolved> resolveThrough(OwnerId owner) {
        List<OwnerId> first = graphFrom(owner).cycleThrough(owner);
        if (first.isEmpty()) {
            return List.of();
        }
        WaitsFor again = graphFrom(owner);
        List<OwnerId> cycle = again.cycleThrough(owner);
        return cycle.isEmpty() ? List.of() : List.of(resolve(again, cycle));
    }

    private WaitsFor graphFrom(OwnerId owner) {
        var graph = new WaitsFor();
        follow(graph, owner, new HashSet<>());
        return graph;
    }

    /** Gives up one wait of each cycle in the store. */
    List<Resolved> scan() {
        List<List<OwnerId>> first = find();
        if (first.isEmpty()) {
            return List.of();
        }
        WaitsFor again = wholeGraph();
        List<Resolved> resolved = new ArrayList<>();
        for (List<OwnerId> cycle : again.cycles()) {
            if (first.stream()
                    .anyMatch(before -> new HashSet<>(before).equals(new HashSet<>(cycle)))) {
                resolved.add(resolve(again, cycle));
            }
        }
        return resolved;
    }

    /** The cycles in the store as one look shows them. */
    List<List<OwnerId>> find() {
        return wholeGraph().cycles();
    }

    private WaitsFor wholeGraph() {
        var graph = new WaitsFor();
        List<Root> page = store.waitingRoots(null, ROOTS_PER_PAGE);
        while (!page.isEmpty()) {
            page.forEach(root -> addRoot(graph, root));
            page = store.waitingRoots(page.get(page.size() - 1), ROOTS_PER_PAGE);
        }
        return graph;
    }

    private Resolved resolve(WaitsFor graph, List<OwnerId> cycle) {
        Waiter victim = policy.choose(graph.waitsIn(cycle));
        var aborted = new Ending.Aborted(cycle);
        var request = victim.claim().request();
        loop.decide(
                victim.resource().root(),
                Interest.in(request),
                (view, circumstances) ->
                        loop.rulebook().abort(view, request, aborted, circumstances));
        return new Resolved(cycle, victim);
    }
}

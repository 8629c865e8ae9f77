package holdfast.rulebook;

import holdfast.model.Freezes;
import holdfast.model.Hold;
import holdfast.model.OwnerId;
import holdfast.model.RequestId;
import holdfast.model.StoreTime;
import holdfast.model.Waiter;
import holdfast.store.RootView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rule 10, the graph: nodes are owners, and an owner waits for the owners that block it by rule 2. Requests, lock ids and names
 * are no nodes: two kinds of identity would never meet in a cycle.
 */
public final class WaitsFor {
    private final Map<OwnerId, Set<OwnerId>> edges = new LinkedHashMap<>();
    private final List<Wait> waits = new ArrayList<>();

    private record Wait(Waiter waiter, Set<OwnerId> blockers) {}

    /**
     * Adds what happens in one root.
     *
     * @param view its holds and its time
     * @param queue all its waiters, perhaps with one who has not joined yet; lapsed ones are left out
     */
    public void add(RootView view, List<Waiter> queue) {
        List<Hold> live = view.holds().stream().filter(hold -> hold.isLive(view.now())).toList();
        List<Waiter> waiting = queue.stream().filter(waiter -> waiter.isLive(view.now())).toList();
        var admission = new Admission(live, List.of(), waiting, noFreezes(view.now()), view.now());
        for (Waiter waiter : waiting) {
            // A grant overtook the look at the queue: who holds does not wait any more.
            if (live.stream().noneMatch(hold -> hold.claim(waiter.claim().request()).isPresent())) {
                var wait = new Wait(waiter, blockers(admission, Candidate.of(waiter)));
                waits.add(wait);
                add(waiter.owner().id(), wait.blockers());
            }
        }
    }

    private void add(OwnerId owner, Set<OwnerId> blockers) {
        edges.computeIfAbsent(owner, key -> new LinkedHashSet<>()).addAll(blockers);
    }

    private static Set<OwnerId> blockers(Admission admission, Candidate candidate) {
        Set<OwnerId> owners = new LinkedHashSet<>();
        admission.holdsInTheWay(candidate).forEach(hold -> owners.add(hold.owner().id()));
        admission.waitersInTheWay(candidate).forEach(waiter -> owners.add(waiter.owner().id()));
        return owners;
    }

    /** A freeze ends by itself or is lifted: nobody waits for a frozen waiter's owner less because of it. */
    private static Freezes noFreezes(StoreTime now) {
        return new Freezes(now, List.of());
    }

    /** In the order in which they were found, so that a run can be repeated exactly. */
    public Set<OwnerId> blockersOf(OwnerId owner) {
        return new LinkedHashSet<>(edges.getOrDefault(owner, Set.of()));
    }

    /** The waits that make the cycle, one of which must be given up. Its owners may also wait for something else. */
    public List<Waiter> waitsIn(List<OwnerId> cycle) {
        return waits.stream()
                .filter(wait -> {
                    int place = cycle.indexOf(wait.waiter().owner().id());
                    return place >= 0
                            && wait.blockers().contains(cycle.get((place + 1) % cycle.size()));
                })
                .map(Wait::waiter)
                .toList();
    }

    public List<RequestId> requestsOf(OwnerId owner) {
        return waits.stream()
                .map(Wait::waiter)
                .filter(waiter -> waiter.owner().id().equals(owner))
                .map(waiter -> waiter.claim().request())
                .toList();
    }

    /** The shortest way from the owner back to itself, each waiting for the next; empty if there is none. */
    public List<OwnerId> cycleThrough(OwnerId owner) {
        return new Cycles(edges).through(owner);
    }

    /** A cycle through each owner that is in one, but no second one for an owner that the first ones cover. */
    public List<List<OwnerId>> cycles() {
        return new Cycles(edges).all();
    }
}

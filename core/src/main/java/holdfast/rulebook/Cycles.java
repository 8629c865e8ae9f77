package holdfast.rulebook;

import holdfast.model.OwnerId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The cycles of a graph of who waits for whom. A queue of a thousand has half a million edges, so whoever cannot be in a cycle is
 * left out first; and nothing here recurses, since a chain of waits may be as long as there are owners.
 *
 * @param edges from each owner who waits to those for whom it waits
 */
record Cycles(Map<OwnerId, Set<OwnerId>> edges) {

    /** The shortest way from the owner back to itself, each waiting for the next; empty if there is none. */
    List<OwnerId> through(OwnerId owner) {
        Map<OwnerId, OwnerId> cameFrom = new HashMap<>();
        Deque<OwnerId> next = new ArrayDeque<>(List.of(owner));
        while (!next.isEmpty()) {
            OwnerId from = next.remove();
            for (OwnerId to : successors(from)) {
                if (to.equals(owner)) {
                    return wayTo(from, cameFrom);
                }
                // Many may wait for one owner, and that alone is no cycle.
                if (cameFrom.putIfAbsent(to, from) == null) {
                    next.add(to);
                }
            }
        }
        return List.of();
    }

    private static List<OwnerId> wayTo(OwnerId last, Map<OwnerId, OwnerId> cameFrom) {
        Deque<OwnerId> way = new ArrayDeque<>();
        for (OwnerId owner = last; owner != null; owner = cameFrom.get(owner)) {
            way.addFirst(owner);
        }
        return List.copyOf(way);
    }

    /** A cycle through each owner that is in one, but no second one for an owner that the first ones cover. */
    List<List<OwnerId>> all() {
        List<List<OwnerId>> found = new ArrayList<>();
        Set<OwnerId> covered = new HashSet<>();
        for (OwnerId owner : entangled()) {
            if (!covered.contains(owner)) {
                List<OwnerId> cycle = through(owner);
                if (!cycle.isEmpty()) {
                    found.add(cycle);
                    covered.addAll(cycle);
                }
            }
        }
        return found;
    }

    /** Who is left when all those are taken away, again and again, who wait for nobody or for whom nobody waits. */
    private Set<OwnerId> entangled() {
        Map<OwnerId, Set<OwnerId>> reversed = reversed();
        Map<OwnerId, Integer> waitsFor = counted(edges);
        Map<OwnerId, Integer> waitedForBy = counted(reversed);
        Set<OwnerId> left = new LinkedHashSet<>(edges.keySet());
        left.addAll(reversed.keySet());
        Deque<OwnerId> free = new ArrayDeque<>();
        for (OwnerId owner : left) {
            if (!waitsFor.containsKey(owner) || !waitedForBy.containsKey(owner)) {
                free.add(owner);
            }
        }
        while (!free.isEmpty()) {
            OwnerId owner = free.remove();
            if (left.remove(owner)) {
                release(reversed.getOrDefault(owner, Set.of()), waitsFor, free);
                release(successors(owner), waitedForBy, free);
            }
        }
        return left;
    }

    /** Counts one less for each owner; whoever comes to nothing is free. */
    private static void release(
            Collection<OwnerId> owners, Map<OwnerId, Integer> counts, Deque<OwnerId> free) {
        for (OwnerId owner : owners) {
            if (counts.merge(owner, -1, Integer::sum) == 0) {
                free.add(owner);
            }
        }
    }

    private static Map<OwnerId, Integer> counted(Map<OwnerId, Set<OwnerId>> some) {
        Map<OwnerId, Integer> counts = new HashMap<>();
        some.forEach((owner, others) -> {
            if (!others.isEmpty()) {
                counts.put(owner, others.size());
            }
        });
        return counts;
    }

    private Map<OwnerId, Set<OwnerId>> reversed() {
        Map<OwnerId, Set<OwnerId>> reversed = new HashMap<>();
        edges.forEach((from, tos) ->
                tos.forEach(to -> reversed.computeIfAbsent(to, key -> new HashSet<>()).add(from)));
        return reversed;
    }

    private Set<OwnerId> successors(OwnerId owner) {
        return edges.getOrDefault(owner, Set.of());
    }
}

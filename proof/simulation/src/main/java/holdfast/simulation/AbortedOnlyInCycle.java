package holdfast.simulation;

import holdfast.model.AcquireRequest;
import holdfast.model.Ending;
import holdfast.model.EngineId;
import holdfast.model.Hold;
import holdfast.model.OwnerId;
import holdfast.model.Refusal;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Terms;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import holdfast.store.Change;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request is refused or aborted as a deadlock only if, at one moment not long ago, all owners of the cycle waited as told. */
final class AbortedOnlyInCycle extends Invariant {
    private static final long KEPT_FOR = 90_000_000_000L;

    private final ArrayDeque<Moment> moments = new ArrayDeque<>();
    private final Map<Root, RootSnapshot> current = new LinkedHashMap<>();
    private final Set<RequestId> aborted = new HashSet<>();

    private record Moment(long at, StoreTime now, List<RootSnapshot> roots) {}

    /** A request that is in no line yet, and when it would get its ticket. */
    private record Newcomer(AcquireRequest request, StoreTime at) {}

    AbortedOnlyInCycle(World world) {
        super(world);
    }

    @Override
    void committed(Transition transition) {
        for (Change change : transition.commit().changes()) {
            if (change instanceof Change.Leave leave
                    && leave.ending() instanceof Ending.Aborted why) {
                aborted.add(leave.waiter().claim().request());
                if (!why.cycle().contains(leave.waiter().owner().id())) {
                    broken(leave.waiter() + " was aborted for a cycle of others: " + why);
                }
                if (moments.stream().noneMatch(moment -> hasCycle(moment, why.cycle(), null))) {
                    broken(leave.waiter() + " was aborted for " + why + ", which never was");
                }
            }
        }
        current.put(transition.after().root(), transition.after());
        long now = world().scheduler().now();
        moments.add(new Moment(now, transition.now(), List.copyOf(current.values())));
        while (now - moments.getFirst().at() > KEPT_FOR) {
            moments.poll();
        }
    }

    @Override
    void refused(List<Ledger.Entry> entries, Refusal refusal) {
        if (refusal instanceof Refusal.Deadlock deadlock
                && entries.stream().noneMatch(entry -> wasInCycle(entry, deadlock))) {
            broken(
                    entries.get(0).request().id()
                            + " was refused for "
                            + deadlock
                            + ", which never was");
        }
    }

    private boolean wasInCycle(Ledger.Entry entry, Refusal.Deadlock deadlock) {
        AcquireRequest request = entry.request();
        if (aborted.contains(request.id())) {
            return true;
        }
        var asOfNow = new Newcomer(request, world().ground().now());
        return request.resource().equals(deadlock.resource())
                && moments.stream()
                        .anyMatch(moment ->
                                hasCycle(moment, deadlock.cycle(), asOfNow)
                                        || hasCycle(
                                                moment,
                                                deadlock.cycle(),
                                                new Newcomer(request, moment.now())));
    }

    /** @param newcomer waits too, although it is in no queue; null if there is none */
    private static boolean hasCycle(
            Moment moment, List<OwnerId> cycle, @Nullable Newcomer newcomer) {
        for (int i = 0; i < cycle.size(); i++) {
            OwnerId next = cycle.get((i + 1) % cycle.size());
            if (!blockers(moment, cycle.get(i), newcomer).contains(next)) {
                return false;
            }
        }
        return !cycle.isEmpty();
    }

    private static Set<OwnerId> blockers(
            Moment moment, OwnerId owner, @Nullable Newcomer newcomer) {
        Set<OwnerId> found = new HashSet<>();
        for (RootSnapshot root : moment.roots()) {
            List<Waiter> waiters = new ArrayList<>(root.liveWaiters(moment.now()));
            if (newcomer != null && newcomer.request().resource().root().equals(root.root())) {
                waiters.add(asWaiter(newcomer, root));
            }
            var line = new Line(root.liveHolds(moment.now()), waiters);
            waiters.stream()
                    .filter(waiter -> waiter.owner().id().equals(owner))
                    .forEach(waiter -> found.addAll(line.blockersOf(waiter)));
        }
        return found;
    }

    private static Waiter asWaiter(Newcomer newcomer, RootSnapshot root) {
        AcquireRequest request = newcomer.request();
        long number = newcomer.at().micros();
        for (Waiter waiter : root.queue()) {
            number = Math.max(number, waiter.ticket().number() + 1);
        }
        for (Hold hold : root.holds()) {
            number = Math.max(number, hold.token().value() + 1);
        }
        return new Waiter(
                new Ticket(number),
                0,
                request.claim(),
                request.owner(),
                Terms.of(request.lease()),
                request.priority(),
                request.note(),
                new EngineId("newcomer"),
                newcomer.at(),
                newcomer.at().plus(World.TICKET_LEASE));
    }

    @Override
    void dataLost() {
        current.clear();
    }
}

package holdfast.store.dynamodb;

import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.StoreTime;
import holdfast.model.SubPath;
import holdfast.model.Waiter;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Picks the waiters that a look shows, as {@link LockStore#read} says it. */
final class Front {
    private final Queue line;
    private final StoreTime now;
    private final TreeSet<Waiter> shown = new TreeSet<>(Waiter.TURN_ORDER);

    /** Where all stand who wait for the same. */
    private record Lane(SubPath path, Mode mode) {
        static Lane of(Waiter waiter) {
            return new Lane(waiter.resource().path(), waiter.mode());
        }
    }

    private Front(Queue line, StoreTime now) {
        this.line = line;
        this.now = now;
    }

    static List<Waiter> of(Queue line, List<Hold> holds, Interest interest, StoreTime now) {
        var front = new Front(line, now);
        var lanes = line.waiters().stream().collect(Collectors.groupingBy(Lane::of));
        lanes.forEach((lane, waiters) ->
                front.showFirst(waiters, lane.mode() == Mode.SHARED ? LockStore.SHARERS_SHOWN : 1));
        front.showInsiders(holds);
        interest.owners().forEach(owner -> front.live(line.of(owner)).forEach(front.shown::add));
        interest.requests().forEach(request -> front.shown.addAll(line.of(request)));
        return List.copyOf(front.shown);
    }

    /** One pass: it stops as soon as both the earliest and one of another owner are found. */
    private void showFirst(List<Waiter> lane, int limit) {
        Owner first = null;
        boolean anotherOwner = false;
        int count = 0;
        for (Waiter waiter : lane) {
            if (!waiter.isLive(now)) {
                continue;
            }
            if (first == null) {
                first = waiter.owner();
            }
            boolean another = !waiter.owner().is(first);
            if (count < limit || (another && !anotherOwner)) {
                shown.add(waiter);
                count++;
            }
            anotherOwner |= another;
            if (count >= limit && anotherOwner) {
                return;
            }
        }
    }

    private void showInsiders(List<Hold> holds) {
        Stream<OwnerId> insiders = holds.stream().map(hold -> hold.owner().id()).distinct();
        insiders.flatMap(owner -> live(line.of(owner)).limit(LockStore.INSIDERS_SHOWN))
                .sorted(Waiter.TURN_ORDER)
                .limit(LockStore.INSIDERS_SHOWN)
                .forEach(shown::add);
    }

    private Stream<Waiter> live(List<Waiter> waiters) {
        return waiters.stream().filter(waiter -> waiter.isLive(now));
    }
}

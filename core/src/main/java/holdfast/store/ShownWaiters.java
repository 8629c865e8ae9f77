package holdfast.store;

import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.RequestId;
import holdfast.model.StoreTime;
import holdfast.model.Waiter;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Picks the waiters that a look shows, as {@link LockStore#read} says it, for stores that have a whole line at hand. */
public final class ShownWaiters {
    private final Line line;
    private final StoreTime now;
    private final int exclusives;
    private final TreeSet<Waiter> shown = new TreeSet<>(Waiter.TURN_ORDER);

    /** Who waits for one root, by owner and by request, in turn order. */
    public interface Line {
        List<Waiter> of(OwnerId owner);

        List<Waiter> of(RequestId request);
    }

    /** @param exclusives how many of an exclusive line, at least one */
    public ShownWaiters(Line line, StoreTime now, int exclusives) {
        this.line = line;
        this.now = now;
        this.exclusives = exclusives;
    }

    /**
     * Adds the first of a lane, and one of another owner. One pass: it stops as soon as they are found.
     *
     * @param lane all who wait for the same path in the same mode, in turn order
     */
    public void addFirstOf(List<Waiter> lane, Mode mode) {
        int limit = mode == Mode.SHARED ? LockStore.SHARERS_SHOWN : exclusives;
        @Nullable Owner first = null;
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

    /** All that were added, those who hold something here, and whom the look asks for, in turn order. */
    public List<Waiter> with(List<Hold> holds, Interest interest) {
        addInsiders(holds);
        interest.owners().forEach(owner -> live(line.of(owner)).forEach(shown::add));
        interest.requests().forEach(request -> shown.addAll(line.of(request)));
        return List.copyOf(shown);
    }

    private void addInsiders(List<Hold> holds) {
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

package holdfast.store;

import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Waiter;
import java.util.List;
import java.util.Map;

/**
 * What a root looks like at one moment: all that a decision may depend on.
 *
 * @param now the store's time of this look
 * @param version of the last commit with a structural change; 0 if there was none
 * @param epoch raised by joins: see {@link Condition.EpochIs}; 0 if there was none
 * @param holds all of them, lapsed ones included, by token
 * @param waiters the front of the queue, by turn; which ones is said at {@link LockStore#read}
 * @param waiting how many waiters there are in all, live and lapsed
 * @param waitingPaths how many different paths they wait for
 * @param tails live waiters who are last for their path and mode; a store need not show any
 * @param fates what is remembered of the requests of the reader's interest
 */
public record RootView(
        Root root,
        StoreTime now,
        long version,
        long epoch,
        List<Hold> holds,
        List<Waiter> waiters,
        int waiting,
        int waitingPaths,
        List<Waiter> tails,
        Map<RequestId, Fate> fates) {
    public RootView {
        holds = List.copyOf(holds);
        waiters = List.copyOf(waiters);
        tails = List.copyOf(tails);
        fates = Map.copyOf(fates);
    }

    public RootView(
            Root root,
            StoreTime now,
            long version,
            long epoch,
            List<Hold> holds,
            List<Waiter> waiters,
            int waiting,
            int waitingPaths,
            Map<RequestId, Fate> fates) {
        this(root, now, version, epoch, holds, waiters, waiting, waitingPaths, List.of(), fates);
    }

    /** A root that no commit has touched yet. */
    public static RootView untouched(Root root, StoreTime now) {
        return new RootView(root, now, 0, 0, List.of(), List.of(), 0, 0, Map.of());
    }

    /** The same root, as far as everybody may know it: without what became of requests. */
    public RootView withoutFates() {
        return new RootView(
                root, now, version, epoch, holds, waiters, waiting, waitingPaths, tails, Map.of());
    }

    /** The same root with these waiters shown. */
    public RootView showing(List<Waiter> others) {
        return new RootView(
                root, now, version, epoch, holds, others, waiting, waitingPaths, tails, fates);
    }
}

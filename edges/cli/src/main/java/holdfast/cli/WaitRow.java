package holdfast.cli;

import holdfast.engine.LockService;
import holdfast.engine.Queue;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A waiting request and the store's time at which it was read.
 *
 * @param position 1 if nobody is before it in line for anything above, below or the same
 */
record WaitRow(Waiter waiter, int position, StoreTime now) {
    static List<WaitRow> of(LockService locks, Root root) {
        return of(locks.queueOf(root));
    }

    private static List<WaitRow> of(Queue queue) {
        var rows = new ArrayList<WaitRow>();
        for (Waiter waiter : queue.waiters()) {
            long ahead =
                    rows.stream()
                            .filter(row -> row.waiter().resource().overlaps(waiter.resource()))
                            .count();
            rows.add(new WaitRow(waiter, (int) ahead + 1, queue.now()));
        }
        return rows;
    }

    static List<WaitRow> all(LockService locks) {
        return locks.allQueues().stream().flatMap(queue -> of(queue).stream()).toList();
    }

    static Optional<WaitRow> find(LockService locks, String request) {
        return all(locks).stream()
                .filter(row -> row.waiter().claim().request().text().equals(request))
                .findFirst();
    }
}

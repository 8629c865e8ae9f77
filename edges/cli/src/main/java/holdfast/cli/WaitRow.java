package holdfast.cli;

import holdfast.engine.LockEngine;
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
    private static final int PAGE = 500;

    static List<WaitRow> of(LockEngine engine, Root root) {
        List<Waiter> queue = engine.queues().of(root);
        StoreTime now = engine.look(root).now();
        var rows = new ArrayList<WaitRow>();
        for (Waiter waiter : queue) {
            long ahead =
                    rows.stream()
                            .filter(row -> row.waiter().resource().overlaps(waiter.resource()))
                            .count();
            rows.add(new WaitRow(waiter, (int) ahead + 1, now));
        }
        return rows;
    }

    static List<WaitRow> all(LockEngine engine) {
        var rows = new ArrayList<WaitRow>();
        List<Root> page = engine.queues().roots(null, PAGE);
        while (!page.isEmpty()) {
            page.forEach(root -> rows.addAll(of(engine, root)));
            page = engine.queues().roots(page.getLast(), PAGE);
        }
        return rows;
    }

    static Optional<WaitRow> find(LockEngine engine, String request) {
        return all(engine).stream()
                .filter(row -> row.waiter().claim().request().text().equals(request))
                .findFirst();
    }
}

package holdfast.store.dynamodb;

import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.StoreTime;
import holdfast.model.SubPath;
import holdfast.model.Waiter;
import holdfast.store.Interest;
import holdfast.store.ShownWaiters;
import java.util.List;
import java.util.stream.Collectors;

/** The waiters that a look shows. */
final class Front {
    private Front() {}

    /** Where all stand who wait for the same. */
    private record Lane(SubPath path, Mode mode) {
        static Lane of(Waiter waiter) {
            return new Lane(waiter.resource().path(), waiter.mode());
        }
    }

    static List<Waiter> of(Queue line, List<Hold> holds, Interest interest, StoreTime now) {
        var shown = new ShownWaiters(line, now, 1);
        line.waiters().stream()
                .collect(Collectors.groupingBy(Lane::of))
                .forEach((lane, waiters) -> shown.addFirstOf(waiters, lane.mode()));
        return shown.with(holds, interest);
    }
}

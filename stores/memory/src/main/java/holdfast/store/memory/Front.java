package holdfast.store.memory;

import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.StoreTime;
import holdfast.model.Waiter;
import holdfast.store.Interest;
import holdfast.store.ShownWaiters;
import java.util.List;
import java.util.stream.Stream;

/** The waiters that a look shows. */
final class Front {
    private Front() {}

    static List<Waiter> of(WaitingLine line, List<Hold> holds, Interest interest, StoreTime now) {
        int exclusives = interest.when() == Interest.When.ALWAYS_FAR ? Interest.FAR : 1;
        var shown = new ShownWaiters(line, now, exclusives);
        for (WaitingLine.Lanes lanes : line.lanes()) {
            for (Mode mode : Mode.values()) {
                shown.addFirstOf(lanes.of(mode).asList(), mode);
            }
        }
        return shown.with(holds, interest);
    }

    /** The live ones among those who are last in their lanes. */
    static List<Waiter> tails(WaitingLine line, StoreTime now) {
        return line.lanes().stream()
                .flatMap(lanes -> Stream.of(Mode.values()).map(mode -> lanes.of(mode).asList()))
                .filter(lane -> !lane.isEmpty() && lane.getLast().isLive(now))
                .map(List::getLast)
                .toList();
    }
}

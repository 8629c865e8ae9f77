package holdfast.simulation;

import holdfast.model.Hold;
import holdfast.model.StoreTime;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.Commit;
import java.util.List;

/**
 * What one commit did to a root, seen from outside.
 *
 * @param now the store's time of the commit
 * @param seen the store's time of the look with which it was decided, as far as known
 */
record Transition(
        Commit commit, RootSnapshot before, RootSnapshot after, StoreTime now, StoreTime seen) {

    List<Hold> granted() {
        return after.holds().stream().filter(hold -> before.hold(hold.token()).isEmpty()).toList();
    }

    List<Hold> ended() {
        return before.holds().stream().filter(hold -> after.hold(hold.token()).isEmpty()).toList();
    }

    List<Waiter> left() {
        return before.queue().stream()
                .filter(waiter ->
                        after.queue().stream()
                                .noneMatch(other -> other.ticket().equals(waiter.ticket())))
                .toList();
    }

    /**
     * Whether the commit withdraws someone from the same path and mode ahead of this waiter: a look shows only the first two
     * owners of each, so the decision may not have seen this one.
     */
    boolean mayHide(Waiter waiter) {
        return commit.changes().stream()
                .anyMatch(change ->
                        change instanceof Change.Leave leave
                                && leave.ending() != null
                                && leave.waiter().resource().equals(waiter.resource())
                                && leave.waiter().mode() == waiter.mode()
                                && Line.isAhead(leave.waiter(), waiter));
    }
}

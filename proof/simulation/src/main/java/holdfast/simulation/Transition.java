package holdfast.simulation;

import holdfast.model.Hold;
import holdfast.model.StoreTime;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.Commit;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What one commit did to a root, seen from outside.
 *
 * @param now the store's time of the commit
 * @param seen the store's time of the look with which it was decided, as far as known
 * @param cleared whether lapsed places were cleared away since that look: it may have shown that there were some
 */
record Transition(
        Commit commit,
        RootSnapshot before,
        RootSnapshot after,
        StoreTime now,
        StoreTime seen,
        boolean cleared) {

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
     * Whether the commit withdraws someone who was in the way of this waiter: the decision may not have seen who comes next, so
     * the place is kept until the next look.
     */
    boolean keepsAPlaceAheadOf(Waiter waiter) {
        return mayHaveHiddenSomeone()
                && commit.changes().stream()
                        .anyMatch(change ->
                                change instanceof Change.Leave leave
                                        && leave.ending() != null
                                        && Judgement.conflict(
                                                Judgement.Claimed.of(leave.waiter()),
                                                Judgement.Claimed.of(waiter))
                                        && Line.isAhead(leave.waiter(), waiter));
    }

    /** A look shows the first of each path and mode at least, and no lapsed ones. */
    private boolean mayHaveHiddenSomeone() {
        Map<String, Long> lanes =
                before.queue().stream()
                        .collect(
                                Collectors.groupingBy(
                                        waiter -> waiter.mode() + " " + waiter.resource(),
                                        Collectors.counting()));
        return cleared
                || lanes.values().stream().anyMatch(length -> length > 1)
                || before.queue().stream().anyMatch(waiter -> !Judgement.lives(waiter, seen));
    }
}

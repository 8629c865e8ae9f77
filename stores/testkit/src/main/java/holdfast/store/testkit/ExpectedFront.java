package holdfast.store.testkit;

import holdfast.model.Mode;
import holdfast.model.OwnerId;
import holdfast.model.StoreTime;
import holdfast.model.SubPath;
import holdfast.model.Waiter;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.RootView;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** {@link LockStore#read} word by word, from a whole queue and with no thought of what it costs. */
final class ExpectedFront {
    private final List<Waiter> live;
    private final TreeSet<Waiter> shown = new TreeSet<>(Waiter.TURN_ORDER);

    private ExpectedFront(List<Waiter> queue, StoreTime now) {
        this.live =
                queue.stream()
                        .filter(waiter -> waiter.isLive(now))
                        .sorted(Waiter.TURN_ORDER)
                        .toList();
    }

    /** @param queue all waiters of the root */
    static List<Waiter> of(List<Waiter> queue, RootView view, Interest interest) {
        var front = new ExpectedFront(queue, view.now());
        for (SubPath path :
                queue.stream()
                        .map(waiter -> waiter.resource().path())
                        .collect(Collectors.toSet())) {
            for (Mode mode : Mode.values()) {
                front.showFirst(path, mode);
            }
        }
        Set<OwnerId> insiders =
                view.holds().stream().map(hold -> hold.owner().id()).collect(Collectors.toSet());
        front.show(LockStore.INSIDERS_SHOWN, waiter -> insiders.contains(waiter.owner().id()));
        front.show(Integer.MAX_VALUE, waiter -> interest.owners().contains(waiter.owner().id()));
        queue.stream()
                .filter(waiter -> interest.requests().contains(waiter.claim().request()))
                .forEach(front.shown::add);
        return List.copyOf(front.shown);
    }

    private void showFirst(SubPath path, Mode mode) {
        Predicate<Waiter> inLine =
                waiter -> waiter.resource().path().equals(path) && waiter.mode() == mode;
        show(mode == Mode.SHARED ? LockStore.SHARERS_SHOWN : 1, inLine);
        live.stream()
                .filter(inLine)
                .findFirst()
                .ifPresent(
                        first -> show(1, inLine.and(waiter -> !waiter.owner().is(first.owner()))));
    }

    private void show(int limit, Predicate<Waiter> which) {
        live.stream().filter(which).limit(limit).forEach(shown::add);
    }
}

package holdfast.engine;

import holdfast.model.Freeze;
import holdfast.model.Hold;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.Waiter;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.RootView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks at who waits for what. */
public final class Queues {
    private static final int SHOWN_MAX = 100_000;
    private static final int ROOTS_PER_PAGE = 500;
    private final LockStore store;
    private final FreezeWatch freezes;

    Queues(LockStore store, FreezeWatch freezes) {
        this.store = store;
        this.freezes = freezes;
    }

    /** The live waiters of a root, next first. */
    public List<Waiter> of(Root root) {
        RootView view = store.read(root, Interest.NONE);
        return store.queue(root, SHOWN_MAX).stream()
                .filter(waiter -> waiter.isLive(view.now()))
                .toList();
    }

    Queue now(Root root) {
        List<Waiter> waiters = of(root);
        return new Queue(store.read(root, Interest.NONE).now(), waiters);
    }

    /** One for each root in which somebody waits. */
    List<Queue> all() {
        List<Queue> all = new ArrayList<>();
        List<Root> page = roots(null, ROOTS_PER_PAGE);
        while (!page.isEmpty()) {
            page.forEach(root -> all.add(now(root)));
            page = roots(page.get(page.size() - 1), ROOTS_PER_PAGE);
        }
        return all;
    }

    /** Roots that somebody waits for, after the given one or from the start. */
    public List<Root> roots(@Nullable Root after, int limit) {
        return store.waitingRoots(after, limit);
    }

    Optional<QueuePosition> position(Root root, RequestId request) {
        List<Waiter> queue = of(root);
        return queue.stream()
                .filter(waiter -> waiter.claim().request().equals(request))
                .findFirst()
                .map(waiter -> positionOf(root, queue, waiter));
    }

    private QueuePosition positionOf(Root root, List<Waiter> queue, Waiter waiter) {
        List<Waiter> ahead =
                queue.subList(0, queue.indexOf(waiter)).stream()
                        .filter(other -> other.resource().overlaps(waiter.resource()))
                        .toList();
        RootView view = store.read(root, Interest.NONE);
        List<Hold> holders =
                view.holds().stream()
                        .filter(hold ->
                                hold.isLive(view.now())
                                        && hold.resource().overlaps(waiter.resource()))
                        .toList();
        Optional<Freeze> freeze =
                freezes.goodAt(view.now()).stopping(waiter.owner(), waiter.resource(), view.now());
        return new QueuePosition(view.now(), ahead.size() + 1, ahead, holders, freeze);
    }
}

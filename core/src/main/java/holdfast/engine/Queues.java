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
    /** A hundred times as many as may wait by default: a guard for memory, and not a limit that anybody meets. */
    static final int SHOWN_MAX = 100_000;

    private static final int ROOTS_PER_PAGE = 500;
    private final LockStore store;
    private final FreezeWatch freezes;
    private final Lines lines;

    Queues(Site site, FreezeWatch freezes) {
        this.store = site.store();
        this.freezes = freezes;
        this.lines = new Lines(store, site.host());
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
        RootView view = look(root, request);
        return view.waiters().stream()
                .filter(waiter -> waiter.claim().request().equals(request))
                .filter(waiter -> waiter.isLive(view.now()))
                .findFirst()
                .map(waiter -> {
                    List<Waiter> ahead = lines.of(waiter).ahead();
                    return position(waiter, new Lines.Seen(view.now(), view.holds(), ahead));
                });
    }

    /** How a root looks now, with the place or the claim of this request. */
    public RootView look(Root root, RequestId request) {
        return store.read(root, Interest.in(request));
    }

    /** Of a waiter that was seen just now, not older than a second: however many ask, the line is read once in that time. */
    public QueuePosition position(Waiter place) {
        return position(place, lines.of(place));
    }

    private QueuePosition position(Waiter waiter, Lines.Seen seen) {
        List<Hold> holders =
                seen.holds().stream()
                        .filter(hold ->
                                hold.isLive(seen.now())
                                        && hold.resource().overlaps(waiter.resource()))
                        .toList();
        Optional<Freeze> freeze =
                freezes.goodAt(seen.now()).stopping(waiter.owner(), waiter.resource(), seen.now());
        return new QueuePosition(
                seen.now(), seen.ahead().size() + 1, seen.ahead(), holders, freeze);
    }

    void committed(CommitLoop.Made made) {
        lines.committed(made);
    }
}

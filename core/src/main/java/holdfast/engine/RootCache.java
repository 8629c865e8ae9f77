package holdfast.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.Hold;
import holdfast.model.Root;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.Interest;
import holdfast.store.RootView;
import holdfast.store.Stamp;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * How roots looked to this engine last, so that the next commit needs no look before it. It may be wrong at any time: a commit
 * that was decided with it is checked by the store, and nothing else may be decided with it.
 */
final class RootCache {
    private static final int ROOTS_MAX = 10_000;

    /** What shows more of holds and waiters is not worth its memory. */
    private static final int SHOWN_MAX = 2 * Interest.FAR;

    private final EngineHost host;

    /** Innermost lock: no foreign code runs while it is held. */
    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private final Map<Root, Seen> views = new LinkedHashMap<>(16, 0.75f, true);

    /** @param at the host's time when it was noted */
    private record Seen(RootView view, HostTime at) {
        /** While others wait, who has lapsed meanwhile would be taken for one who is next. */
        boolean isGood(HostTime now) {
            Duration elapsed = at.elapsed(now);
            return view.waiting() == 0
                    || Stream.of(
                                    view.holds().stream().map(Hold::until),
                                    view.waiters().stream().map(Waiter::until),
                                    view.tails().stream().map(Waiter::until))
                            .flatMap(ends -> ends)
                            .allMatch(end -> view.now().until(end).compareTo(elapsed) > 0);
        }
    }

    RootCache(EngineHost host) {
        this.host = host;
    }

    Optional<RootView> find(Root root) {
        HostTime now = HostTime.of(host);
        mutex.lock();
        try {
            return Optional.ofNullable(views.get(root))
                    .filter(seen -> seen.isGood(now))
                    .map(Seen::view);
        } finally {
            mutex.unlock();
        }
    }

    /** Only if it was noted so recently. */
    Optional<RootView> find(Root root, Duration ago) {
        HostTime now = HostTime.of(host);
        mutex.lock();
        try {
            return Optional.ofNullable(views.get(root))
                    .filter(seen -> seen.at.elapsed(now).compareTo(ago) < 0 && seen.isGood(now))
                    .map(Seen::view);
        } finally {
            mutex.unlock();
        }
    }

    void forget(Root root) {
        mutex.lock();
        try {
            views.remove(root);
        } finally {
            mutex.unlock();
        }
    }

    /** Takes note of how a root looks. */
    void saw(RootView view) {
        if (view.holds().size() + view.waiters().size() + view.tails().size() > SHOWN_MAX) {
            forget(view.root());
        } else {
            keep(view.withoutFates());
        }
    }

    /** Takes note of a commit that was decided with this view. */
    void committed(RootView before, Commit commit, Stamp stamp) {
        if (commit.changes().stream().anyMatch(RootCache::counts)) {
            Foresight.of(before, commit, stamp)
                    .ifPresentOrElse(this::saw, () -> forget(commit.root()));
        }
    }

    private static boolean counts(Change change) {
        // Neither version nor epoch tells of who was dropped.
        return change.isStructural()
                || change instanceof Change.DropLapsed
                || change instanceof Change.Join;
    }

    private void keep(RootView view) {
        var seen = new Seen(view, HostTime.of(host));
        mutex.lock();
        try {
            // What happened to a root may be noted in another order than it happened.
            views.merge(
                    view.root(),
                    seen,
                    (known, other) -> isLater(known.view, other.view) ? known : other);
            if (views.size() > ROOTS_MAX) {
                views.remove(views.keySet().iterator().next());
            }
        } finally {
            mutex.unlock();
        }
    }

    private static boolean isLater(RootView one, RootView other) {
        return one.version() == other.version()
                ? one.epoch() > other.epoch()
                : one.version() > other.version();
    }
}

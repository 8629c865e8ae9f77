package holdfast.simulation;

import holdfast.model.EngineId;
import holdfast.model.Freezes;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.Notice;
import holdfast.store.RootView;
import holdfast.store.Stamp;
import holdfast.store.memory.MemoryLockStore;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The store itself, without any network before it: its clock, its data, and who hears of its commits. */
final class Ground {
    private static final long ORIGIN = 1_800_000_000_000_000_000L;

    /** A commit that was on its way for long, or decided with what the engine remembered. */
    private static final long UNKNOWN_LOOK_AGE = 60_000_000_000L;

    private static final int QUEUE_MAX = 10_000;

    private final World world;
    private final Map<EngineId, Ear> ears = new LinkedHashMap<>();
    private final Map<Root, RootSnapshot> latest = new HashMap<>();
    private final Map<Root, StoreTime> cleared = new HashMap<>();
    private MemoryLockStore store;
    private long clockStep;

    private record Ear(Node node, Consumer<Notice> listener) {}

    Ground(World world) {
        this.world = world;
        this.store = emptyStore();
    }

    private MemoryLockStore emptyStore() {
        return new MemoryLockStore(
                () -> ORIGIN + clockStep + world.scheduler().now(), Runnable::run);
    }

    LockStore store() {
        return store;
    }

    StoreTime now() {
        return freezes().asOf();
    }

    Freezes freezes() {
        return store.freezes();
    }

    void stepClock(long nanos) {
        clockStep += nanos;
    }

    /** How long the store's time stands still until its clock, which was set back, has caught up. */
    Duration isBehind() {
        long clock = ORIGIN + clockStep + world.scheduler().now();
        return Duration.ofNanos(now().epochNanos() - clock);
    }

    /** Everything is gone, the clock goes on. */
    void loseEverything() {
        store = emptyStore();
        latest.clear();
        cleared.clear();
    }

    /** @param by null if nobody waits for the answer any more */
    CommitResult commit(Commit commit, @Nullable Actor by) {
        RootSnapshot before = snapshot(commit.root());
        CommitResult result = store.commit(List.of(commit)).get(0);
        if (result instanceof CommitResult.Committed committed) {
            RootSnapshot after = look(commit.root());
            latest.put(commit.root(), after);
            StoreTime now = committed.stamp().now();
            StoreTime seen = seen(commit, by, now);
            boolean cleared = cleared(commit, now).hasReached(seen);
            world.checker().committed(new Transition(commit, before, after, now, seen, cleared));
            tell(commit, committed.stamp());
        }
        return result;
    }

    /** @return when lapsed places were cleared away from the commit's root before it */
    private StoreTime cleared(Commit commit, StoreTime now) {
        StoreTime before = cleared.getOrDefault(commit.root(), new StoreTime(0));
        if (commit.changes().stream().anyMatch(Change.DropLapsed.class::isInstance)) {
            cleared.put(commit.root(), now);
        }
        return before;
    }

    private static StoreTime seen(Commit commit, @Nullable Actor by, StoreTime now) {
        StoreTime look = by == null ? null : by.lastLook(commit.root());
        if (look != null) {
            return look;
        }
        long unknown = now.epochNanos() - UNKNOWN_LOOK_AGE;
        return new StoreTime(Math.min(now.epochNanos(), Math.max(unknown, versionMade(commit))));
    }

    /** When the version was made with which the commit was decided: the look cannot be older. */
    private static long versionMade(Commit commit) {
        return commit.conditions().stream()
                .filter(condition -> condition instanceof Condition.VersionIs)
                .mapToLong(condition -> ((Condition.VersionIs) condition).version() * 1_000)
                .findFirst()
                .orElse(0);
    }

    /** How a root looked after the last commit: nothing but commits changes it. */
    RootSnapshot snapshot(Root root) {
        return latest.computeIfAbsent(root, this::look);
    }

    private RootSnapshot look(Root root) {
        RootView view = store.read(root, Interest.NONE);
        return new RootSnapshot(root, view.holds(), store.queue(root, QUEUE_MAX));
    }

    void listen(EngineId engine, Node node, Consumer<Notice> listener) {
        ears.put(engine, new Ear(node, listener));
    }

    void stopListening(EngineId engine) {
        ears.remove(engine);
    }

    private void tell(Commit commit, Stamp stamp) {
        commit.tell().stream()
                .sorted(Comparator.comparing(EngineId::text))
                .forEach(engine -> {
                    Ear ear = ears.get(engine);
                    if (ear != null && !world.weather().losesNotice()) {
                        world.scheduler()
                                .after(
                                        world.weather().flight(),
                                        () -> hear(ear, Notice.of(commit, stamp, engine)));
                    }
                });
    }

    private void hear(Ear ear, Notice notice) {
        long paused = ear.node().pauseLeft();
        if (paused > 0) {
            world.scheduler().after(paused, () -> hear(ear, notice));
        } else if (!ear.node().isDead()) {
            ear.listener().accept(notice);
        }
    }
}

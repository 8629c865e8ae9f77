package holdfast.state;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.engine.LockEvent;
import holdfast.engine.LockService;
import holdfast.model.Hold;
import holdfast.model.Root;
import holdfast.store.DocumentStore;
import holdfast.store.HoldPage;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps {@code state.json.lock} of states as their locks are, for people who look at the files. All of it is done by a thread of its own, which
 * asks the locks' store who holds a state and writes that down; so it does not matter who does it, or how often. Nobody waits for it, and
 * nobody hears of its failures. Safe for use by many threads.
 */
public final class LockFiles implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LockFiles.class);
    private static final int ROOTS_MAX = 10_000;

    /** While it changes from look to look, somebody else sees to it. */
    private static final int LOOKS_MAX = 5;

    private final LockService locks;
    private final Supplier<Optional<DocumentStore>> opening;
    private final Pace pace;
    private final ReentrantLock mutex = new ReentrantLock();
    private final Condition changed = mutex.newCondition();

    @GuardedBy("mutex")
    private final Map<Root, Watched> roots = new HashMap<>();

    @GuardedBy("mutex")
    private @Nullable Thread worker;

    @GuardedBy("mutex")
    private boolean closing;

    /** Of the worker alone. */
    private @Nullable DocumentStore documents;

    private boolean complained;

    /**
     * How fast it is.
     *
     * @param shownAfter how long a lock is held before it is shown: most are not held for so long
     * @param lookedAtEvery how often a lock that is shown is looked at: it may be renewed, or be over
     * @param soughtEvery how often a lock is looked at whose root has no state
     * @param endsWithin how long closing may take
     */
    record Pace(
            Duration shownAfter,
            Duration lookedAtEvery,
            Duration soughtEvery,
            Duration endsWithin) {
        static final Pace USUAL =
                new Pace(
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(20),
                        Duration.ofMinutes(1),
                        Duration.ofSeconds(2));
    }

    /** A root that is looked at when its time has come. */
    private static final class Watched {
        private long due;

        /** How many locks were taken here, as far as was heard, and are still held. */
        private int heard;

        private boolean looking;
        private boolean shown;

        /** Something was done to it of which people should know also if this process ends now. */
        private boolean pressing;

        Watched(long due) {
            this.due = due;
        }

        /** Not later than this. */
        void due(long time) {
            due = time - due < 0 ? time : due;
        }
    }

    /** @param documents opens the store of the states, if there is one, when something is to be shown; it is closed in the end */
    public LockFiles(LockService locks, Supplier<Optional<DocumentStore>> documents) {
        this(locks, documents, Pace.USUAL);
    }

    LockFiles(LockService locks, Supplier<Optional<DocumentStore>> documents, Pace pace) {
        this.locks = locks;
        this.opening = documents;
        this.pace = pace;
    }

    /** Somebody holds a lock here. It is shown if that lasts, and taken away when it is over. */
    public void held(Root root) {
        watch(root, pace.shownAfter(), watched -> {});
    }

    /** A lock that this process does not keep was taken, prolonged or ended: that is shown before this process ends. */
    public void changed(Root root) {
        watch(root, Duration.ZERO, watched -> watched.pressing = true);
    }

    /** Follows what is done through these locks. Running what it returns ends that. */
    public Runnable follow() {
        return locks.onEvent(this::heard);
    }

    private void heard(LockEvent event) {
        Root root = event.resource().root();
        switch (event.type()) {
            case ACQUIRED, QUARANTINED ->
                    watch(root, pace.shownAfter(), watched -> watched.heard++);
            case RELEASED, EXPIRED, FORCED, TRANSFERRED -> {
                if (event.lock() != null) {
                    over(root);
                }
            }
            case QUEUED, CLAIMED, UNCLAIMED, CANCELLED, ABORTED -> {}
        }
    }

    /** What was never shown need not be taken away. */
    private void over(Root root) {
        mutex.lock();
        try {
            Watched watched = roots.get(root);
            if (watched == null) {
                return;
            }
            watched.heard--;
            if (watched.shown || watched.looking) {
                watched.due(System.nanoTime());
                changed.signalAll();
            } else if (watched.heard <= 0) {
                roots.remove(root);
            }
        } finally {
            mutex.unlock();
        }
    }

    /**
     * Looks at all locks, also those that others took, as a server does from time to time: not everybody shows its own.
     *
     * @return how many were found that nobody had told of
     */
    public int lookAround() {
        Set<Root> live = new HashSet<>();
        for (HoldPage page : locks.allHolds()) {
            page.holds().stream()
                    .filter(hold -> hold.isLive(page.now()))
                    .forEach(hold -> live.add(hold.resource().root()));
        }
        mutex.lock();
        try {
            live.removeAll(roots.keySet());
        } finally {
            mutex.unlock();
        }
        live.forEach(this::held);
        return live.size();
    }

    /** Looks at what earlier processes may have left behind: what nobody holds any more is taken away. */
    public void clearUp(Iterable<StateName> states) {
        states.forEach(state -> watch(state.root(), Duration.ZERO, watched -> {}));
    }

    private void watch(Root root, Duration after, Consumer<Watched> noting) {
        mutex.lock();
        try {
            if (closing || (roots.size() >= ROOTS_MAX && !roots.containsKey(root))) {
                return;
            }
            long due = System.nanoTime() + after.toNanos();
            Watched watched = roots.computeIfAbsent(root, each -> new Watched(due));
            watched.due(due);
            noting.accept(watched);
            if (worker == null) {
                worker = Thread.ofPlatform().daemon().name("holdfast-lock-files").start(this::work);
            }
            changed.signalAll();
        } finally {
            mutex.unlock();
        }
    }

    private void work() {
        try {
            Root root = next();
            while (root != null) {
                look(root);
                root = next();
            }
        } catch (InterruptedException e) {
            // It took longer than whoever closed this would wait.
        } finally {
            if (documents != null) {
                documents.close();
            }
        }
    }

    /** Waits until one is due. Null once there is nothing more to do. */
    private @Nullable Root next() throws InterruptedException {
        mutex.lockInterruptibly();
        try {
            while (true) {
                Map.Entry<Root, Watched> first = earliest();
                if (closing) {
                    return first == null ? null : first.getKey();
                }
                if (first == null) {
                    changed.await();
                } else if (first.getValue().due - System.nanoTime() <= 0) {
                    return first.getKey();
                } else {
                    changed.awaitNanos(first.getValue().due - System.nanoTime());
                }
            }
        } finally {
            mutex.unlock();
        }
    }

    /** In the end only of those of which people should know. */
    @GuardedBy("mutex")
    private Map.@Nullable Entry<Root, Watched> earliest() {
        Map.@Nullable Entry<Root, Watched> first = null;
        for (Map.Entry<Root, Watched> entry : roots.entrySet()) {
            Watched watched = entry.getValue();
            boolean counts = !closing || watched.pressing || watched.shown;
            if (counts && (first == null || watched.due - first.getValue().due < 0)) {
                first = entry;
            }
        }
        return first;
    }

    private void look(Root root) {
        begin(root);
        Seen seen;
        try {
            seen = show(root);
        } catch (RuntimeException e) {
            // Whatever it is, it is nobody's business but ours; the next look may do better.
            complain(root, e);
            seen = Seen.NOT_KNOWN;
        }
        end(root, seen);
    }

    private void complain(Root root, RuntimeException e) {
        if (complained) {
            LOG.debug("who holds '{}' cannot be shown", root, e);
        } else {
            complained = true;
            LOG.warn(
                    "who holds '{}' cannot be shown in state.json.lock, which does no harm: {}",
                    root,
                    e.getMessage());
        }
    }

    private enum Seen {
        NOBODY,
        SHOWN,
        NO_STATE,
        NOT_KNOWN
    }

    /** What happens from now on is another reason to look. */
    private void begin(Root root) {
        mutex.lock();
        try {
            Watched watched = roots.get(root);
            if (watched != null) {
                watched.looking = true;
                watched.pressing = false;
                watched.due = System.nanoTime() + pace.soughtEvery().toNanos();
            }
        } finally {
            mutex.unlock();
        }
    }

    private void end(Root root, Seen seen) {
        mutex.lock();
        try {
            Watched watched = roots.get(root);
            if (watched == null) {
                return;
            }
            watched.looking = false;
            watched.shown = seen == Seen.SHOWN || (seen == Seen.NOT_KNOWN && watched.shown);
            if (closing || seen == Seen.NOBODY) {
                roots.remove(root);
            } else if (seen == Seen.SHOWN) {
                watched.due(System.nanoTime() + pace.lookedAtEvery().toNanos());
            }
        } finally {
            mutex.unlock();
        }
    }

    private Seen show(Root root) {
        if (documents == null) {
            documents = opening.get().orElse(null);
        }
        if (documents == null) {
            return Seen.NO_STATE;
        }
        var file = new LockFile(documents);
        Seen seen = Seen.NOBODY;
        for (StateName name : StateName.lockedBy(root)) {
            Seen one = show(file, name);
            seen = one == Seen.SHOWN || seen == Seen.NOBODY ? one : seen;
        }
        return seen;
    }

    /** Looks again after each change: what is written last was right after it was written. */
    private Seen show(LockFile file, StateName name) {
        for (int looks = 0; looks < LOOKS_MAX; looks++) {
            HoldPage page = locks.holdsOf(name.root());
            List<Hold> live =
                    page.holds().stream().filter(hold -> hold.isLive(page.now())).toList();
            switch (file.show(name, live, page.now())) {
                case AS_IT_WAS -> {
                    return live.isEmpty() ? Seen.NOBODY : Seen.SHOWN;
                }
                case NO_STATE -> {
                    return Seen.NO_STATE;
                }
                case CHANGED -> {}
            }
        }
        return Seen.SHOWN;
    }

    /** Shows what has become of what was shown, or was done last, if that takes no more than a moment. */
    @Override
    public void close() {
        Thread working;
        mutex.lock();
        try {
            closing = true;
            working = worker;
            changed.signalAll();
        } finally {
            mutex.unlock();
        }
        if (working != null) {
            try {
                working.join(pace.endsWithin());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            working.interrupt();
        }
    }
}

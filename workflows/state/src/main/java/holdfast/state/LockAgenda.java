package holdfast.state;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.Root;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Which locks are to be looked at, and when. Safe for use by many threads; one of them takes what is due. */
final class LockAgenda {
    private static final int ROOTS_MAX = 10_000;

    private final Pace pace;
    private final ReentrantLock mutex = new ReentrantLock();
    private final Condition changed = mutex.newCondition();

    @GuardedBy("mutex")
    private final Map<Root, Watched> roots = new HashMap<>();

    @GuardedBy("mutex")
    private boolean closing;

    /** Until when is waited for the next that is due; null if for anything, or not at all. */
    @GuardedBy("mutex")
    private @Nullable Long awaited;

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

    /** What was seen of a root. */
    enum Seen {
        NOBODY,
        SHOWN,
        NO_STATE,
        NOT_KNOWN
    }

    /** A root that is looked at when its time has come. */
    private static final class Watched {
        private long due;

        /** How many locks were taken here, as far as was heard, and are still held. */
        private int heard;

        private boolean looking;

        /** This look began when nothing more was done here. */
        private boolean lastLook;

        /** Something was done here since the last look began. */
        private boolean again;

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

    LockAgenda(Pace pace) {
        this.pace = pace;
    }

    /** Somebody holds a lock here, as somebody says who will not say when it is over. */
    void held(Root root) {
        watch(root, pace.shownAfter());
    }

    /** A lock was taken here, and its end will be told. */
    void taken(Root root) {
        mutex.lock();
        try {
            Watched watched = watch(root, pace.shownAfter());
            if (watched != null) {
                watched.heard++;
            }
        } finally {
            mutex.unlock();
        }
    }

    /** To be looked at before this process ends. */
    void pressing(Root root) {
        mutex.lock();
        try {
            Watched watched = watch(root, Duration.ZERO);
            if (watched != null) {
                watched.pressing = true;
            }
        } finally {
            mutex.unlock();
        }
    }

    /** What may have been left there by others. */
    void suspect(Root root) {
        watch(root, Duration.ZERO);
    }

    /** Null if there is no room for it, or this is at its end. */
    private @Nullable Watched watch(Root root, Duration after) {
        mutex.lock();
        try {
            if (closing || (roots.size() >= ROOTS_MAX && !roots.containsKey(root))) {
                return null;
            }
            long due = System.nanoTime() + after.toNanos();
            Watched watched = roots.computeIfAbsent(root, each -> new Watched(due));
            watched.due(due);
            watched.again = true;
            wakeFor(due);
            return watched;
        } finally {
            mutex.unlock();
        }
    }

    /** Not for what is due later than what is waited for: those who call hold locks of their own. */
    @GuardedBy("mutex")
    private void wakeFor(long due) {
        Long until = awaited;
        if (until == null || due - until < 0) {
            changed.signalAll();
        }
    }

    /** A lock is over. What was never shown need not be taken away. */
    void over(Root root) {
        mutex.lock();
        try {
            Watched watched = roots.get(root);
            if (watched == null) {
                return;
            }
            boolean counted = watched.heard > 0;
            watched.heard -= counted ? 1 : 0;
            if (watched.shown || watched.looking || !counted) {
                long now = System.nanoTime();
                watched.due(now);
                watched.again = true;
                wakeFor(now);
            } else if (watched.heard == 0) {
                roots.remove(root);
            }
        } finally {
            mutex.unlock();
        }
    }

    void removeKnownFrom(Collection<Root> some) {
        mutex.lock();
        try {
            some.removeAll(roots.keySet());
        } finally {
            mutex.unlock();
        }
    }

    /** Waits until one is due, which is then being looked at. Null once there is nothing more to do. */
    @Nullable Root next() throws InterruptedException {
        mutex.lockInterruptibly();
        try {
            while (true) {
                Map.Entry<Root, Watched> first = earliest();
                long now = System.nanoTime();
                if (first == null) {
                    if (closing) {
                        return null;
                    }
                    changed.await();
                } else if (closing || first.getValue().due - now <= 0) {
                    begin(first.getValue(), now);
                    return first.getKey();
                } else {
                    awaited = first.getValue().due;
                    try {
                        changed.awaitNanos(first.getValue().due - now);
                    } finally {
                        awaited = null;
                    }
                }
            }
        } finally {
            mutex.unlock();
        }
    }

    /** What happens from now on is another reason to look. */
    @GuardedBy("mutex")
    private void begin(Watched watched, long now) {
        watched.looking = true;
        watched.again = false;
        watched.lastLook = closing;
        watched.pressing = false;
        watched.due = now + pace.soughtEvery().toNanos();
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

    void seen(Root root, Seen seen) {
        mutex.lock();
        try {
            Watched watched = roots.get(root);
            if (watched == null) {
                return;
            }
            watched.looking = false;
            watched.shown = seen == Seen.SHOWN || (seen == Seen.NOT_KNOWN && watched.shown);
            if (watched.lastLook || (seen == Seen.NOBODY && !watched.again)) {
                roots.remove(root);
            } else if (seen == Seen.SHOWN) {
                watched.due(System.nanoTime() + pace.lookedAtEvery().toNanos());
            }
        } finally {
            mutex.unlock();
        }
    }

    /** What is pressing is still given out, then nothing any more. */
    void close() {
        mutex.lock();
        try {
            closing = true;
            changed.signalAll();
        } finally {
            mutex.unlock();
        }
    }
}

package holdfast.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.engine.LockEngine;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.RenewOutcome;
import holdfast.model.StoreTime;
import holdfast.store.HoldCursor;
import holdfast.store.HoldPage;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out what others did to locks, by looking at all of them once a second while somebody listens: an engine hears only of its own
 * commits. Of requests that wait elsewhere it does not tell. Safe for use by many threads.
 */
final class ForeignChanges {
    private static final Logger LOG = LoggerFactory.getLogger(ForeignChanges.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int PAGE = 1_000;

    private final LockEngine engine;
    private final EventLog log;
    private final ReentrantLock mutex = new ReentrantLock();
    private final Condition nobodyListens = mutex.newCondition();

    @GuardedBy("mutex")
    private int listeners;

    @GuardedBy("mutex")
    private boolean running;

    ForeignChanges(LockEngine engine, EventLog log) {
        this.engine = engine;
        this.log = log;
    }

    void begin() {
        mutex.lock();
        try {
            listeners++;
            if (!running) {
                running = true;
                Thread.ofVirtual().name("holdfast-foreign-changes").start(this::watch);
            }
        } finally {
            mutex.unlock();
        }
    }

    void end() {
        mutex.lock();
        try {
            listeners--;
            nobodyListens.signalAll();
        } finally {
            mutex.unlock();
        }
    }

    private void watch() {
        @Nullable Map<LockId, Hold> before = null;
        do {
            try {
                Map<LockId, Hold> now = look(before);
                before = now;
            } catch (StoreException e) {
                // The next look finds what this one would have found.
                LOG.debug("what others did cannot be seen now", e);
            } catch (RuntimeException e) {
                LOG.warn("looking for what others did failed and is repeated", e);
            }
        } while (pause());
    }

    private Map<LockId, Hold> look(@Nullable Map<LockId, Hold> before) {
        var now = new HashMap<LockId, Hold>();
        @Nullable HoldCursor after = null;
        HoldPage page;
        do {
            page = engine.holds(after, PAGE);
            for (Hold hold : page.holds()) {
                now.put(hold.id(), hold);
                after = HoldCursor.after(hold);
            }
        } while (page.holds().size() == PAGE);
        if (before != null) {
            tell(before, now, page.now());
        }
        return now;
    }

    private void tell(Map<LockId, Hold> before, Map<LockId, Hold> now, StoreTime at) {
        now.values().stream()
                .filter(hold -> !before.containsKey(hold.id()))
                .forEach(hold -> log.add(Happening.acquired(hold)));
        before.values().stream()
                .filter(hold -> !now.containsKey(hold.id()))
                .forEach(hold -> ended(hold, at));
    }

    private void ended(Hold hold, StoreTime at) {
        if (engine.remote().lost(hold.resource().root(), hold.id())
                instanceof RenewOutcome.Lost lost) {
            log.add(Happening.ended(hold, lost.ending(), at));
        }
    }

    /** False if nobody listens any more; then the next listener begins anew. */
    private boolean pause() {
        mutex.lock();
        try {
            long left = PAUSE.toNanos();
            while (listeners > 0 && left > 0) {
                left = nobodyListens.awaitNanos(left);
            }
            running = listeners > 0;
            return running;
        } catch (InterruptedException e) {
            running = false;
            Thread.currentThread().interrupt();
            return false;
        } finally {
            mutex.unlock();
        }
    }
}

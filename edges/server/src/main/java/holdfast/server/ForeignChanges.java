package holdfast.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.engine.LockEngine;
import holdfast.engine.LookPace;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out what others did to locks, by looking at all of them once a second while somebody listens, and for a while after, so that who was
 * cut off can go on: an engine hears only of its own commits. Where a look takes long it is made less often. Of requests that wait elsewhere it
 * does not tell, nor of a lock that begins and ends between two looks. Safe for use by many threads.
 */
final class ForeignChanges implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ForeignChanges.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** Where everything is read for a look. */
    private static final Duration LONG_PAUSE = Duration.ofSeconds(10);

    /** How much longer than a look the pause after it is, where that is more than a second. */
    private static final int RESTS = 20;

    private static final Duration AFTER_THE_LAST = Duration.ofSeconds(30);
    private static final int PAGE = 1_000;

    private final LockEngine engine;
    private final EventLog log;
    private final ReentrantLock starting = new ReentrantLock();
    private final ReentrantLock mutex = new ReentrantLock();
    private final Condition closing = mutex.newCondition();
    private final LookPace pace;

    @GuardedBy("mutex")
    private int listeners;

    @GuardedBy("mutex")
    private long aloneSince;

    @GuardedBy("mutex")
    private boolean running;

    @GuardedBy("mutex")
    private boolean closed;

    /**
     * All locks, as a look showed them.
     *
     * @param to a time at which it was not over yet: what is done after the look is done later
     */
    private record Seen(Map<LockId, Hold> holds, StoreTime to) {}

    ForeignChanges(LockEngine engine, EventLog log) {
        this.engine = engine;
        this.log = log;
        this.pace = engine.pace(PAUSE, LONG_PAUSE, RESTS);
    }

    /** When it returns, nothing that happens from then on is missed. To be ended, unless it fails. */
    void begin() throws InterruptedException {
        starting.lockInterruptibly();
        try {
            if (!joined()) {
                Seen first = look();
                start(first);
            }
        } finally {
            starting.unlock();
        }
    }

    private boolean joined() {
        mutex.lock();
        try {
            if (running) {
                listeners++;
            }
            return running;
        } finally {
            mutex.unlock();
        }
    }

    private void start(Seen first) {
        mutex.lock();
        try {
            listeners++;
            running = !closed;
            if (running) {
                log.watched(first.to());
                Thread.ofVirtual().name("holdfast-foreign-changes").start(() -> watch(first));
            }
        } finally {
            mutex.unlock();
        }
    }

    void end() {
        mutex.lock();
        try {
            listeners--;
            aloneSince = System.nanoTime();
        } finally {
            mutex.unlock();
        }
    }

    private void watch(Seen first) {
        Seen before = first;
        while (goesOn()) {
            try {
                Seen now = look();
                tell(before.holds(), now.holds(), now.to());
                // All of this look was made after that: some stores name its own end, and no time
                // before.
                log.known(before.to());
                before = now;
            } catch (StoreException e) {
                // The next look finds what this one would have found.
                LOG.debug("what others did cannot be seen now", e);
            } catch (RuntimeException e) {
                LOG.warn("looking for what others did failed and is repeated", e);
            }
        }
    }

    private Seen look() {
        return pace.look(this::seen);
    }

    private Seen seen() {
        var now = new HashMap<LockId, Hold>();
        HoldPage page = engine.holds(null, PAGE);
        page.holds().forEach(hold -> now.put(hold.id(), hold));
        while (page.holds().size() == PAGE) {
            page = engine.holds(HoldCursor.after(page.holds().getLast()), PAGE);
            page.holds().forEach(hold -> now.put(hold.id(), hold));
        }
        return new Seen(now, page.now());
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

    /** After a pause; false if nobody has listened for a while: then the next listener begins anew. */
    private boolean goesOn() {
        mutex.lock();
        try {
            running = isWantedAfterAPause();
            if (!running) {
                log.unwatched();
            }
            return running;
        } finally {
            mutex.unlock();
        }
    }

    @GuardedBy("mutex")
    private boolean isWantedAfterAPause() {
        try {
            while (!closed && pace.rests()) {
                closing.await(pace.left().toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        boolean isAlone =
                listeners == 0 && System.nanoTime() - aloneSince > AFTER_THE_LAST.toNanos();
        return !closed && !isAlone;
    }

    @Override
    public void close() {
        mutex.lock();
        try {
            closed = true;
            closing.signalAll();
        } finally {
            mutex.unlock();
        }
    }
}

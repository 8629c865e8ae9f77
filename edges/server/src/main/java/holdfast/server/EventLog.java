package holdfast.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.StoreTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The latest happenings, in the order in which this server learnt of them. Safe for use by many threads. */
final class EventLog {
    private static final int KEPT_MAX = 10_000;

    /** What another server told last may be behind what this one knew by then, by a look at the store and a little more. */
    private static final Duration OVERLAP = Duration.ofSeconds(3);

    /** Tells the numbers of this log from those of other servers. */
    private final String name = UUID.randomUUID().toString().substring(0, 8);

    private final ReentrantLock mutex = new ReentrantLock();
    private final Condition changed = mutex.newCondition();

    @GuardedBy("mutex")
    private final Deque<Entry> entries = new ArrayDeque<>();

    @GuardedBy("mutex")
    private final Set<Happening.Key> keys = new HashSet<>();

    @GuardedBy("mutex")
    private long last;

    @GuardedBy("mutex")
    private boolean closed;

    /** @param number counts up by one from 1 */
    record Entry(long number, Happening happening) {}

    /** Some entries, and whether there were earlier ones that are not kept any more. */
    record Page(List<Entry> entries, boolean lost) {}

    /** What is known already is not told again. */
    void add(Happening happening) {
        Happening.Key key = happening.key();
        mutex.lock();
        try {
            if (key != null && !keys.add(key)) {
                return;
            }
            entries.addLast(new Entry(++last, happening));
            if (entries.size() > KEPT_MAX) {
                Happening.Key oldest = entries.removeFirst().happening().key();
                if (oldest != null) {
                    keys.remove(oldest);
                }
            }
            changed.signalAll();
        } finally {
            mutex.unlock();
        }
    }

    /** How a listener names the place up to which it has heard everything. */
    String id(Entry entry) {
        return name + ":" + entry.number() + ":" + entry.happening().at().epochNanos();
    }

    /** The number of the latest entry. */
    long end() {
        mutex.lock();
        try {
            return last;
        } finally {
            mutex.unlock();
        }
    }

    /** The number after which to go on for a listener that has heard everything up to the named place. */
    long placeOf(String id) {
        String[] parts = id.split(":", 3);
        try {
            if (parts.length == 3 && parts[0].equals(name)) {
                return Long.parseLong(parts[1]);
            }
            if (parts.length == 3) {
                return before(new StoreTime(Long.parseLong(parts[2])));
            }
        } catch (IllegalArgumentException e) {
            // Not one of ours: all that is kept is told again.
        }
        return 0;
    }

    private long before(StoreTime time) {
        mutex.lock();
        try {
            return entries.stream()
                    .filter(entry -> entry.happening().at().plus(OVERLAP).hasReached(time))
                    .findFirst()
                    .map(entry -> entry.number() - 1)
                    .orElse(last);
        } finally {
            mutex.unlock();
        }
    }

    /** What came after the number; waits for it if there is nothing yet. Empty when the time is over or the log closed. */
    Page after(long number, Duration atMost) throws InterruptedException {
        long left = atMost.toNanos();
        mutex.lock();
        try {
            while (last <= number && left > 0 && !closed) {
                left = changed.awaitNanos(left);
            }
            var found = new ArrayList<Entry>();
            entries.forEach(entry -> {
                if (entry.number() > number) {
                    found.add(entry);
                }
            });
            boolean lost = !entries.isEmpty() && entries.getFirst().number() > number + 1;
            return new Page(found, lost);
        } finally {
            mutex.unlock();
        }
    }

    /** Everything that is kept, the latest first. */
    List<Happening> latest() {
        mutex.lock();
        try {
            var latest = new ArrayList<Happening>();
            entries.descendingIterator().forEachRemaining(entry -> latest.add(entry.happening()));
            return latest;
        } finally {
            mutex.unlock();
        }
    }

    boolean isClosed() {
        mutex.lock();
        try {
            return closed;
        } finally {
            mutex.unlock();
        }
    }

    void close() {
        mutex.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            mutex.unlock();
        }
    }
}

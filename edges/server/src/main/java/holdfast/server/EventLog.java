package holdfast.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.StoreTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The latest happenings, in the order in which this server learnt of them. Safe for use by many threads. */
final class EventLog {
    static final int KEPT_MAX = 10_000;

    /** As many a listener gets at once. */
    private static final int PAGE_MAX = 1_000;

    /** What another server told last may be behind what this one knew by then, by a look at the store and a little more. */
    private static final Duration OVERLAP = Duration.ofSeconds(3);

    /** Tells the numbers of this log from those of other servers. */
    private final String name = UUID.randomUUID().toString().substring(0, 8);

    private final ReentrantLock mutex = new ReentrantLock();
    private final Condition changed = mutex.newCondition();

    /** The entry with number n is at n modulo its length. */
    @GuardedBy("mutex")
    private final @Nullable Entry[] ring = new Entry[KEPT_MAX];

    @GuardedBy("mutex")
    private final Set<Happening.Key> keys = new HashSet<>();

    @GuardedBy("mutex")
    private long last;

    @GuardedBy("mutex")
    private boolean closed;

    /** Since when all that happens is seen, whichever server does it; null while only this server's own deeds are. */
    @GuardedBy("mutex")
    private @Nullable StoreTime watchedSince;

    /** Until when everything that happened is among the entries. */
    @GuardedBy("mutex")
    private StoreTime known = new StoreTime(0);

    /**
     * @param number counts up by one from 1
     * @param known until when everything that happened is among those before this one
     */
    record Entry(long number, Happening happening, StoreTime known) {}

    /**
     * Some entries.
     *
     * @param lost whether there were earlier ones that are not kept any more
     * @param begin how a listener names the place before them
     * @param end and behind them
     */
    record Page(List<Entry> entries, boolean lost, String begin, String end) {}

    /** What is known already is not told again. */
    void add(Happening happening) {
        Happening.Key key = happening.key();
        mutex.lock();
        try {
            if (key != null && !keys.add(key)) {
                return;
            }
            last++;
            Entry oldest = ring[slot(last)];
            ring[slot(last)] = new Entry(last, happening, known);
            Happening.Key gone = oldest == null ? null : oldest.happening().key();
            if (gone != null) {
                keys.remove(gone);
            }
            changed.signalAll();
        } finally {
            mutex.unlock();
        }
    }

    /** From this time on nothing is missed that others do. */
    void watched(StoreTime since) {
        mutex.lock();
        try {
            watchedSince = since;
            known = since;
        } finally {
            mutex.unlock();
        }
    }

    void unwatched() {
        mutex.lock();
        try {
            watchedSince = null;
        } finally {
            mutex.unlock();
        }
    }

    /** All that happened up to this time, by whomever, has been added. */
    void known(StoreTime until) {
        mutex.lock();
        try {
            known = until;
        } finally {
            mutex.unlock();
        }
    }

    /** How a listener that has heard this and all before names its place. */
    String id(Entry entry) {
        mutex.lock();
        try {
            return id(entry.number(), entry.known());
        } finally {
            mutex.unlock();
        }
    }

    /**
     * A place with the time up to which its listener knows everything, for servers that count in another way. Whoever listens now
     * has heard everything since this server watches, or was told that it has not.
     */
    @GuardedBy("mutex")
    private String id(long number, StoreTime heard) {
        StoreTime since = watchedSince == null ? new StoreTime(0) : watchedSince;
        boolean isLater = watchedSince != null && heard.hasReached(since);
        return name + ":" + number + ":" + (isLater ? heard : since).epochNanos();
    }

    /** The place behind the entry with this number. */
    @GuardedBy("mutex")
    private String id(long number) {
        return id(number, number < last ? entry(number + 1).known() : known);
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

    /**
     * Where a listener goes on.
     *
     * @param after the number of the latest entry that it has heard of
     * @param lost whether something may have happened since that is not known here
     * @param id how it names this place
     */
    record Place(long after, boolean lost, String id) {}

    /** For a listener that has heard nothing yet, and hears what comes from now on. */
    Place here() {
        mutex.lock();
        try {
            return place(last, false);
        } finally {
            mutex.unlock();
        }
    }

    /** Where to go on for a listener that has heard everything up to the named place. */
    Place placeOf(String id) {
        mutex.lock();
        try {
            Place named = named(id.split(":", 3));
            // If it is not one of ours all that is kept is told again.
            return named == null ? place(first() - 1, true) : named;
        } finally {
            mutex.unlock();
        }
    }

    @GuardedBy("mutex")
    private @Nullable Place named(String[] parts) {
        try {
            if (parts.length == 3) {
                var heard = new StoreTime(Long.parseLong(parts[2]));
                return parts[0].equals(name)
                        ? place(Long.parseLong(parts[1]), !isWatched(heard, Duration.ZERO))
                        : place(before(heard), !isWatched(heard, OVERLAP));
            }
        } catch (IllegalArgumentException e) {
            // No numbers, or none that make sense.
        }
        return null;
    }

    /** What is not kept any more is lost once: the listener goes on with what is. */
    @GuardedBy("mutex")
    private Place place(long after, boolean lost) {
        long from = Math.clamp(after, first() - 1, last);
        return new Place(from, lost || after < from, id(from));
    }

    /** Whether that was so at that time already, and for so long before it. */
    @GuardedBy("mutex")
    private boolean isWatched(StoreTime at, Duration before) {
        return watchedSince != null && at.hasReached(watchedSince.plus(before));
    }

    private static int slot(long number) {
        return (int) (number % KEPT_MAX);
    }

    @GuardedBy("mutex")
    private Entry entry(long number) {
        return Objects.requireNonNull(ring[slot(number)]);
    }

    /** The number of the oldest entry that is kept. */
    @GuardedBy("mutex")
    private long first() {
        return Math.max(1, last - KEPT_MAX + 1);
    }

    /** The number behind which may be what happened since; of an entry that is not kept, if that may be among those gone. */
    @GuardedBy("mutex")
    private long before(StoreTime time) {
        for (long number = first(); number <= last; number++) {
            if (entry(number).happening().at().plus(OVERLAP).hasReached(time)) {
                return number == first() && number > 1 ? number - 2 : number - 1;
            }
        }
        return last;
    }

    /** What came after the number; waits for it if there is nothing yet. Empty when the time is over or the log closed. */
    Page after(long number, Duration atMost) throws InterruptedException {
        long left = atMost.toNanos();
        mutex.lock();
        try {
            while (last <= number && left > 0 && !closed) {
                left = changed.awaitNanos(left);
            }
            // Costs as much as is found, however much is remembered.
            var found = new ArrayList<Entry>();
            long from = Math.max(number + 1, first());
            for (long at = from; at <= last && found.size() < PAGE_MAX; at++) {
                found.add(entry(at));
            }
            boolean lost = from > number + 1;
            return new Page(found, lost, id(from - 1), id(from - 1 + found.size()));
        } finally {
            mutex.unlock();
        }
    }

    /** Everything that is kept, the latest first. */
    List<Happening> latest() {
        mutex.lock();
        try {
            var latest = new ArrayList<Happening>();
            for (long number = last; number >= first(); number--) {
                latest.add(entry(number).happening());
            }
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

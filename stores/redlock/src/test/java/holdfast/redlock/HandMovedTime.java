package holdfast.redlock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A clock that stands still until a test moves it, and then lets the alarms go off that are due. */
final class HandMovedTime implements RedlockTime {
    private final List<Entry> alarms = new ArrayList<>();
    private long now = 1_000_000_000_000L;
    private Duration leap = Duration.ZERO;

    private record Entry(long at, Runnable task) {}

    @Override
    public synchronized long nanos() {
        long answer = now;
        now += leap.toNanos();
        return answer;
    }

    /** From now on so much time passes from one look at the clock to the next. */
    synchronized void leapAtEachLook(Duration by) {
        leap = by;
    }

    @Override
    public synchronized Alarm after(Duration delay, Runnable task) {
        var entry = new Entry(now + delay.toNanos(), task);
        alarms.add(entry);
        return () -> cancel(entry);
    }

    private synchronized void cancel(Entry entry) {
        alarms.remove(entry);
    }

    synchronized int alarmsToCome() {
        return alarms.size();
    }

    void advance(Duration by) {
        List<Entry> due;
        synchronized (this) {
            now += by.toNanos();
            due =
                    alarms.stream()
                            .filter(entry -> entry.at() <= now)
                            .sorted(Comparator.comparingLong(Entry::at))
                            .toList();
            alarms.removeAll(due);
        }
        due.forEach(entry -> entry.task().run());
    }
}

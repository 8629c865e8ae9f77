package holdfast.redlock;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The real clock, and one thread of the system for the alarms of the whole process: its tasks never block. */
final class SystemTime implements RedlockTime {
    static final SystemTime INSTANCE = new SystemTime();

    private final ScheduledThreadPoolExecutor alarms;

    private SystemTime() {
        alarms =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name("redlock-time").factory());
        alarms.setRemoveOnCancelPolicy(true);
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Alarm after(Duration delay, Runnable task) {
        ScheduledFuture<?> alarm = alarms.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> alarm.cancel(false);
    }
}

package holdfast.redlock;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.redlock.RedlockTime.Alarm;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/** At most one alarm to come, and none any more once it is cancelled. */
final class Reminder {
    private final RedlockTime time;

    /** Innermost. An alarm is set outside of it, since it may go off at once. */
    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private Alarm alarm = () -> {};

    @GuardedBy("mutex")
    private boolean cancelled;

    Reminder(RedlockTime time) {
        this.time = time;
    }

    void set(Duration delay, Runnable task) {
        Alarm next = time.after(delay, task);
        Alarm obsolete;
        mutex.lock();
        try {
            obsolete = cancelled ? next : alarm;
            alarm = next;
        } finally {
            mutex.unlock();
        }
        obsolete.cancel();
    }

    void cancel() {
        Alarm last;
        mutex.lock();
        try {
            cancelled = true;
            last = alarm;
        } finally {
            mutex.unlock();
        }
        last.cancel();
    }
}

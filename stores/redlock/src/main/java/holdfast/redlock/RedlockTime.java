package holdfast.redlock;

import java.time.Duration;

/** The one clock by which a holder measures its leases, and its alarms. Tests give their own and move it by hand. */
public interface RedlockTime {
    /** Nanoseconds that only grow, from any origin. No wall clock: that one can be set. */
    long nanos();

    /** Runs a task, which must not block, once and as soon as so much time has passed. */
    Alarm after(Duration delay, Runnable task);

    /** The clock of this machine. */
    static RedlockTime system() {
        return SystemTime.INSTANCE;
    }

    /** A task that is still to come. */
    interface Alarm {
        /** Without effect if the task has run or is running. */
        void cancel();
    }
}

package holdfast.store.resilience.call;

import java.time.Duration;

/** The clock, the threads and the chance that guards live on. A test gives its own and so decides what happens when. */
public interface CallHost {
    /** Nanoseconds that only grow, from any origin. */
    long nanos();

    /** At least 0 and less than 1. */
    double chance();

    Signal newSignal();

    /** Runs a call on a thread of its own, which does not keep the process alive. */
    void start(Runnable call);

    /** Like {@link #start}, for a call that must not wait until cheap threads get their turn. */
    void startVital(Runnable call);

    static CallHost system() {
        return new SystemCallHost();
    }

    /** Lets the thread rest. */
    default void rest(Duration time) throws InterruptedException {
        newSignal().await(time);
    }

    /** What one thread waits for and another raises, once. */
    interface Signal {
        void raise();

        /** Waits for the raise, at most so long. */
        void await(Duration atMost) throws InterruptedException;
    }
}

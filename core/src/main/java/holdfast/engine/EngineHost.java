package holdfast.engine;

import java.time.Duration;

/**
 * The clocks, threads and chance that an engine lives on. A simulation gives its own and so decides what happens when.
 *
 * <p>None of these clocks judges a lease in a store: they only tell a holder when to stop trusting its own.
 */
public interface EngineHost {
    /** Nanoseconds that only grow, from any origin. May stand still while the host is suspended. */
    long monotonicNanos();

    /** Nanoseconds of the wall clock, which runs on while the host is suspended but may be set. */
    long wallNanos();

    /** 64 bits that nobody can guess. */
    long random();

    Signal newSignal();

    /** Runs a loop on a thread of its own, which does not keep the process alive. */
    void start(String name, Runnable loop);

    /** Like {@link #start}, for a loop that must run on while others keep the host's cheap threads busy. */
    default void startVital(String name, Runnable loop) {
        start(name, loop);
    }

    /** What one thread waits for and others raise. A raise is never lost: it ends the next wait if there is none. */
    interface Signal {
        void raise();

        /** Waits for a raise, at most so long, and forgets it. */
        void await(Duration atMost) throws InterruptedException;
    }
}

package holdfast.store.redis;

import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Whether who waits for an answer stays awake for a moment. To wake a thread takes longer than a server nearby needs to answer, so a
 * caller that waits alone watches for its answer before it goes to sleep. It does not where answers take longer, nor while others wait
 * too: they have better use for the processor. Safe for use by many threads.
 */
final class Watchfulness {
    private static final long LONGEST_NANOS = 100_000;

    /** An answer that was slept for comes later, by as long as it takes to wake up. */
    private static final long WORTH_IT_NANOS = 200_000;

    private final LongSupplier nanos;
    private final AtomicInteger waiting = new AtomicInteger();

    /** Whether the latest answer came soon enough. A hint, which threads may overwrite for each other. */
    private volatile boolean worthIt;

    Watchfulness(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** With a processor to spare. */
    static Watchfulness ofThisHost() {
        return new Watchfulness(System::nanoTime);
    }

    /** Begins to wait. Returns when the answer is there, or when it is time to sleep. */
    long begin(Future<?> answer) {
        long began = nanos.getAsLong();
        boolean alone = waiting.incrementAndGet() == 1;
        if (alone && worthIt) {
            while (!answer.isDone()
                    && waiting.get() == 1
                    && nanos.getAsLong() - began < LONGEST_NANOS) {
                Thread.onSpinWait();
            }
        }
        return began;
    }

    /** Ends what began then. */
    void end(long began) {
        waiting.decrementAndGet();
        worthIt = nanos.getAsLong() - began < WORTH_IT_NANOS;
    }
}

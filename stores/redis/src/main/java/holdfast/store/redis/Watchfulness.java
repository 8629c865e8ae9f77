package holdfast.store.redis;

import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Whether who waits for an answer stays awake for a moment. To wake a thread may take longer than a server nearby needs to answer; but
 * who stays awake may also be in the way of those who bring the answer. So both is tried, some calls at a time, and what was faster is
 * done. Only a caller that waits alone stays awake: others have better use for the processor. Safe for use by many threads.
 */
final class Watchfulness {
    static final int CALLS_A_TURN = 32;

    /** What was slower is tried again in one of so many turns. */
    static final int TURNS = 32;

    private static final long LONGEST_NANOS = 100_000;

    /** No pause of the machine is held against the one who met it for longer than this. */
    private static final long COUNTED_NANOS = 1_000_000;

    private static final int ASLEEP = 0;
    private static final int AWAKE = 1;

    private final LongSupplier nanos;
    private final AtomicInteger waiting = new AtomicInteger();

    // What follows is used by the one who came when nobody waited, until it has its answer.
    private final long[] average = {Long.MAX_VALUE, 0};
    private int course = ASLEEP;
    private int turn;
    private int calls;
    private long total;

    /** Somebody waits, and came when nobody else did, or not. */
    record Wait(long began, boolean alone) {}

    Watchfulness(LongSupplier nanos) {
        this.nanos = nanos;
    }

    static Watchfulness ofThisHost() {
        return new Watchfulness(System::nanoTime);
    }

    /** Begins to wait. Returns when the answer is there, or when it is time to sleep. */
    Wait begin(Future<?> answer) {
        long began = nanos.getAsLong();
        boolean alone = waiting.incrementAndGet() == 1;
        if (alone && course == AWAKE) {
            while (!answer.isDone()
                    && waiting.get() == 1
                    && nanos.getAsLong() - began < LONGEST_NANOS) {
                Thread.onSpinWait();
            }
        }
        return new Wait(began, alone);
    }

    void end(Wait wait) {
        if (wait.alone()) {
            count(nanos.getAsLong() - wait.began());
        }
        waiting.decrementAndGet();
    }

    private void count(long took) {
        total += Math.min(took, COUNTED_NANOS);
        calls++;
        if (calls == CALLS_A_TURN) {
            average[course] = total / CALLS_A_TURN;
            total = 0;
            calls = 0;
            turn++;
            course = turn % TURNS == 0 ? slower() : faster();
        }
    }

    /** Who stays awake must be faster by a tenth: it costs others something. */
    private int faster() {
        return average[AWAKE] < average[ASLEEP] * 9 / 10 ? AWAKE : ASLEEP;
    }

    private int slower() {
        return faster() == AWAKE ? ASLEEP : AWAKE;
    }
}

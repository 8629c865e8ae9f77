package holdfast.store.redis;

/**
 * Whether who waits for an answer stays awake for a moment. To wake a thread may take longer than a server nearby needs to answer; but
 * who stays awake may also be in the way of others. So both is tried, some calls at a time, and what was faster is done. Used by one
 * thread at a time.
 */
final class Watchfulness {
    static final int CALLS_A_TURN = 32;

    /** What was slower is tried again in one of so many turns. */
    static final int TURNS = 32;

    /** Nobody stays awake for longer. */
    static final long LONGEST_NANOS = 100_000;

    /** No pause of the machine is held against the one who met it for longer than this. */
    private static final long COUNTED_NANOS = 1_000_000;

    private static final int ASLEEP = 0;
    private static final int AWAKE = 1;

    private final long[] average = {Long.MAX_VALUE, 0};
    private int course = ASLEEP;
    private int turn;
    private int calls;
    private long total;

    /** Whether who waits next does. */
    boolean staysAwake() {
        return course == AWAKE;
    }

    /** So long took the wait that was asked about. */
    void took(long nanos) {
        total += Math.min(nanos, COUNTED_NANOS);
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

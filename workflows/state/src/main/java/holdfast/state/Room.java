package holdfast.state;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Lets only so many states pass at once as memory allows: many small ones, or a few large ones. Reads and writes have rooms of their
 * own: who reads slowly keeps nobody from saving.
 */
public final class Room {
    /** A part lies in memory as it came, as it is stored, and as the store's client sends it. */
    private static final int COPIES = 3;

    private static final int UNIT = 1_024;
    private static final int OVERHEAD_UNITS = 128;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    // However many ways lead to states, they are all in the memory of one process.
    private static final Room READS = ofThisProcess();
    private static final Room WRITES = ofThisProcess();

    private final Semaphore units;
    private final int all;
    private final Duration patience;

    /** Of whoever takes much and may keep it for long. */
    private final Semaphore large = new Semaphore(1, true);

    /** @param bytes that all of them together may take */
    Room(long bytes, Duration patience) {
        this.all =
                Math.toIntExact(
                        Math.max(
                                unitsFor(States.PART_BYTES),
                                Math.min(bytes / UNIT, Integer.MAX_VALUE)));
        this.units = new Semaphore(all, true);
        this.patience = patience;
    }

    /** The one of this process for those who read: a sixth of what it may have. */
    public static Room forReads() {
        return READS;
    }

    /** The one of this process for those who write: another sixth. */
    public static Room forWrites() {
        return WRITES;
    }

    private static Room ofThisProcess() {
        return new Room(Runtime.getRuntime().maxMemory() / 6, PATIENCE);
    }

    private static long unitsFor(long bytes) {
        return OVERHEAD_UNITS + COPIES * (bytes / UNIT);
    }

    /** There is no room now: the client may come again. */
    public static final class Full extends RuntimeException {
        private static final long serialVersionUID = 1;

        Full() {
            super("too many states pass at once", null, false, false);
        }
    }

    /** Gives the room back when it is closed. */
    public interface Taken extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Takes room for a state of so many bytes, however many more come after its first part.
     *
     * @throws Full if there is none for a while
     */
    public Taken take(long bytes) {
        return takeUnits(Math.toIntExact(unitsFor(Math.min(bytes, States.PART_BYTES))));
    }

    /**
     * Takes room for a state that lies in memory as a whole; all there is for one that is larger.
     *
     * @throws Full if there is none for a while
     */
    public Taken takeWhole(long bytes) {
        return takeUnits(Math.toIntExact(Math.min(all, unitsFor(bytes))));
    }

    /**
     * Takes room for what comes slowly and lies in memory as a whole. What is larger than the first part of a state has half of all at
     * most, and passes alone: however long it takes, others pass beside it.
     *
     * @throws Full if there is none for a while
     */
    public Taken takeSlow(long bytes) {
        if (bytes <= States.PART_BYTES) {
            return takeWhole(bytes);
        }
        acquire(large, 1);
        try {
            Taken taken = takeUnits(Math.toIntExact(Math.min(all / 2, unitsFor(bytes))));
            return () -> {
                taken.close();
                large.release();
            };
        } catch (Full e) {
            large.release();
            throw e;
        }
    }

    private Taken takeUnits(int needed) {
        acquire(units, needed);
        return () -> units.release(needed);
    }

    private void acquire(Semaphore permits, int needed) {
        try {
            if (!permits.tryAcquire(needed, patience.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new Full();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Full();
        }
    }

    /** How much is taken now, of 1.0. */
    double taken() {
        return 1 - (double) units.availablePermits() / all;
    }
}

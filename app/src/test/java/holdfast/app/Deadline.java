package holdfast.app;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** How long a test waits for something before it fails: long, since it ends as soon as the thing has happened. */
final class Deadline {
    static final Duration LONG = Duration.ofSeconds(60);
    private static final long BETWEEN_LOOKS_NANOS = 10_000_000;

    private Deadline() {}

    static void await(String what, BooleanSupplier condition) {
        await(what, LONG, condition);
    }

    static void await(String what, Duration patience, BooleanSupplier condition) {
        long end = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("not within " + patience + ": " + what);
            }
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
        }
    }
}

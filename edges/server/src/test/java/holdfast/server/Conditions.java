package holdfast.server;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for something to become true, with a bounded deadline. */
final class Conditions {
    private static final Duration AT_MOST = Duration.ofSeconds(20);
    private static final Duration BETWEEN = Duration.ofMillis(5);

    private Conditions() {}

    static void await(BooleanSupplier condition) {
        long began = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - began > AT_MOST.toNanos()) {
                throw new AssertionError("did not become true within " + AT_MOST);
            }
            LockSupport.parkNanos(BETWEEN.toNanos());
        }
    }
}

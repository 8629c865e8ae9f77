package holdfast.store.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what other processes do. */
public final class Await {
    private static final Duration PAUSE = Duration.ofMillis(50);

    private Await() {}

    /** Looks again and again; what fails with an exception is not yet so. */
    public static void until(Duration patience, BooleanSupplier condition) {
        long deadline = System.nanoTime() + patience.toNanos();
        RuntimeException last = null;
        while (System.nanoTime() < deadline) {
            try {
                if (condition.getAsBoolean()) {
                    return;
                }
            } catch (RuntimeException e) {
                last = e;
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        throw new AssertionError("it did not become so within " + patience, last);
    }
}

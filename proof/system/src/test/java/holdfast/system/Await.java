package holdfast.system;

import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits for what other processes do. The deadline is only there to end a test that is broken: a slow machine is no failure. */
final class Await {
    static final Duration AT_MOST = Duration.ofMinutes(3);

    private static final long LOOK_EVERY_NANOS = 2_000_000;

    private Await() {}

    interface Question {
        boolean ask() throws Exception;
    }

    static void until(String what, Question question) throws Exception {
        long start = System.nanoTime();
        while (!question.ask()) {
            if (System.nanoTime() - start > AT_MOST.toNanos()) {
                fail("waited in vain until " + what);
            }
            LockSupport.parkNanos(LOOK_EVERY_NANOS);
        }
    }
}

package holdfast.engine;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The real clocks and threads. */
final class SystemHost implements EngineHost {
    private final SecureRandom random = new SecureRandom();

    @Override
    public long monotonicNanos() {
        return System.nanoTime();
    }

    @Override
    public long wallNanos() {
        return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    }

    @Override
    public long random() {
        return random.nextLong();
    }

    @Override
    public Signal newSignal() {
        return new SemaphoreSignal();
    }

    @Override
    public void start(String name, Runnable loop) {
        Thread.ofVirtual().name(name).start(loop);
    }

    /** A thread of the system: a native call that hangs takes a virtual thread's carrier with it. */
    @Override
    public void startVital(String name, Runnable loop) {
        Thread.ofPlatform().daemon().name(name).start(loop);
    }

    private static final class SemaphoreSignal implements Signal {
        private final Semaphore raised = new Semaphore(0);

        @Override
        public void raise() {
            raised.release();
        }

        @Override
        public void await(Duration atMost) throws InterruptedException {
            if (raised.tryAcquire(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS)) {
                raised.drainPermits();
            }
        }
    }
}

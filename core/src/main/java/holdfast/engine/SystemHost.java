package holdfast.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** The real clocks and threads. */
final class SystemHost implements EngineHost {
    /** So many at once cost hardly more than one. */
    private static final int DRAWN_AT_ONCE = 64;

    private final SecureRandom random = new SecureRandom();

    /** Protects what was drawn and not given to anybody yet. */
    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private final ByteBuffer drawn = ByteBuffer.allocate(DRAWN_AT_ONCE * Long.BYTES).limit(0);

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
        mutex.lock();
        try {
            if (!drawn.hasRemaining()) {
                drawn.clear();
                random.nextBytes(drawn.array());
            }
            return drawn.getLong();
        } finally {
            mutex.unlock();
        }
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

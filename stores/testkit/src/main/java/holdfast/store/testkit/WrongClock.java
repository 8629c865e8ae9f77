package holdfast.store.testkit;

import holdfast.engine.EngineHost;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A host with real threads whose wall clock is wrong, and may be set while it runs. */
public final class WrongClock implements EngineHost {
    private final SecureRandom random = new SecureRandom();
    private volatile long wrongByNanos;

    public WrongClock(Duration by) {
        set(by);
    }

    /** @param by how much it is ahead of the true time, or behind it if negative */
    public void set(Duration by) {
        wrongByNanos = by.toNanos();
    }

    @Override
    public long monotonicNanos() {
        return System.nanoTime();
    }

    @Override
    public long wallNanos() {
        return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) + wrongByNanos;
    }

    @Override
    public long random() {
        return random.nextLong();
    }

    @Override
    public Signal newSignal() {
        var raised = new Semaphore(0);
        return new Signal() {
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
        };
    }

    @Override
    public void start(String name, Runnable loop) {
        Thread.ofVirtual().name(name).start(loop);
    }
}

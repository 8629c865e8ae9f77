package holdfast.store.resilience.call;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** The real clock and real threads. */
final class SystemCallHost implements CallHost {
    private static final String NAME = "holdfast-store-call";

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public double chance() {
        return ThreadLocalRandom.current().nextDouble();
    }

    @Override
    public Signal newSignal() {
        return new SemaphoreSignal();
    }

    @Override
    public void start(Runnable call) {
        Thread.ofVirtual().name(NAME).start(call);
    }

    @Override
    public void startVital(Runnable call) {
        try {
            Thread.ofPlatform().daemon().name(NAME).start(call);
        } catch (OutOfMemoryError e) {
            // The system has no thread left. A cheap one may come late, but none at all loses the
            // lock.
            start(call);
        }
    }

    private static final class SemaphoreSignal implements Signal {
        private final Semaphore raised = new Semaphore(0);

        @Override
        public void raise() {
            raised.release();
        }

        @Override
        @SuppressWarnings("ReturnValueIgnored") // whoever waits looks at what it waits for
        public void await(Duration atMost) throws InterruptedException {
            boolean unused = raised.tryAcquire(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS);
        }
    }
}

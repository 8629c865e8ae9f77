package holdfast.store.resilience.call;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Real threads, on a clock whose time runs out for every caller, but not before the store has been asked. */
public final class RunningOutHost implements CallHost {
    private final AtomicLong now = new AtomicLong();
    private final CountDownLatch asked = new CountDownLatch(1);

    /** The store says that it has been asked. */
    public void asked() {
        asked.countDown();
    }

    @Override
    public long nanos() {
        return now.get();
    }

    @Override
    public double chance() {
        return 0;
    }

    @Override
    public Signal newSignal() {
        return new Signal() {
            @Override
            public void raise() {}

            @Override
            public void await(Duration atMost) throws InterruptedException {
                if (!asked.await(30, TimeUnit.SECONDS)) {
                    throw new AssertionError("the store was never asked");
                }
                now.addAndGet(atMost.toNanos());
            }
        };
    }

    @Override
    public void start(Runnable call) {
        Thread.ofVirtual().start(call);
    }

    @Override
    public void startVital(Runnable call) {
        start(call);
    }
}

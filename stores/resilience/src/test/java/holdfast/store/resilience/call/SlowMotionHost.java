package holdfast.store.resilience.call;

import java.time.Duration;

/** Real threads on a clock that is a thousand times too slow: however busy the machine is, nobody's time runs out. */
public final class SlowMotionHost implements CallHost {
    private static final int FACTOR = 1_000;

    private final CallHost real = CallHost.system();

    @Override
    public long nanos() {
        return real.nanos() / FACTOR;
    }

    @Override
    public double chance() {
        return real.chance();
    }

    @Override
    public Signal newSignal() {
        Signal signal = real.newSignal();
        return new Signal() {
            @Override
            public void raise() {
                signal.raise();
            }

            @Override
            public void await(Duration atMost) throws InterruptedException {
                signal.await(atMost.multipliedBy(FACTOR));
            }
        };
    }

    @Override
    public void start(Runnable call) {
        real.start(call);
    }

    @Override
    public void startVital(Runnable call) {
        real.startVital(call);
    }
}

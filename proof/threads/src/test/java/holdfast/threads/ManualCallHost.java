package holdfast.threads;

import holdfast.store.resilience.call.CallHost;
import java.time.Duration;

/** Lets the guards of a store live on the clocks that a test moves. */
record ManualCallHost(ManualHost host) implements CallHost {
    @Override
    public long nanos() {
        return host.monotonicNanos();
    }

    @Override
    public double chance() {
        return (host.random() >>> 11) * 0x1.0p-53;
    }

    @Override
    public Signal newSignal() {
        ManualHost.ManualSignal signal = host.newSignal();
        return new Signal() {
            @Override
            public void raise() {
                signal.raise();
            }

            @Override
            public void await(Duration atMost) throws InterruptedException {
                signal.await(atMost);
            }
        };
    }

    @Override
    public void start(Runnable call) {
        host.start("store-call", call);
    }

    @Override
    public void startVital(Runnable call) {
        host.startVital("store-call", call);
    }
}

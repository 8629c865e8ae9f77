package holdfast.threads;

import java.time.Duration;

/** A store's request that gets no answer until the test says so, on a host where time may pass meanwhile. */
final class Hanging {
    private static final Duration FOREVER = Duration.ofDays(1_000);

    private final ManualHost.ManualSignal answered;
    private volatile boolean over;

    Hanging(ManualHost host) {
        answered = host.newSignal();
    }

    void hang() {
        if (!over) {
            restAtMost(answered, FOREVER);
        }
    }

    void end() {
        over = true;
        answered.raise();
    }

    static void restAtMost(ManualHost.ManualSignal signal, Duration time) {
        try {
            signal.await(time);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted in the store", e);
        }
    }
}

package holdfast.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A host whose clocks stand still, which keeps the loops it is asked to start, and whose signals end a loop at its first rest. */
final class StubHost implements EngineHost {
    private final List<StubSignal> signals = new ArrayList<>();
    private final List<Runnable> started = new ArrayList<>();

    /** Ends a loop where it would rest. */
    static final class AtRest extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final Duration rest;

        private AtRest(Duration rest) {
            super("rests " + rest, null, false, false);
            this.rest = rest;
        }

        Duration rest() {
            return rest;
        }
    }

    /** Remembers that it was raised. */
    static final class StubSignal implements Signal {
        private volatile boolean raised;

        @Override
        public void raise() {
            raised = true;
        }

        @Override
        public void await(Duration atMost) {
            throw new AtRest(atMost);
        }

        boolean isRaised() {
            return raised;
        }
    }

    @Override
    public long monotonicNanos() {
        return 0;
    }

    @Override
    public long wallNanos() {
        return 0;
    }

    @Override
    public long random() {
        return 1;
    }

    @Override
    public synchronized Signal newSignal() {
        var signal = new StubSignal();
        signals.add(signal);
        return signal;
    }

    @Override
    public synchronized void start(String name, Runnable loop) {
        started.add(loop);
    }

    synchronized StubSignal signal(int number) {
        return signals.get(number);
    }

    synchronized Runnable started(int number) {
        return started.get(number);
    }

    synchronized int startedCount() {
        return started.size();
    }
}

package holdfast.store.resilience.call;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A host without threads, on a clock that moves only when somebody rests or the test says so. Calls are made at once on the
 * thread that starts them, or kept until the test runs them: to whoever waits for those, the store hangs.
 */
public final class HandMovedHost implements CallHost {
    private static final long START = -1_000_000;

    private final List<Duration> rests = new ArrayList<>();
    private final List<Runnable> kept = new ArrayList<>();
    private long now = START;
    private double chance;
    private boolean keeping;
    private int vital;

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public double chance() {
        return chance;
    }

    public void chanceIs(double value) {
        chance = value;
    }

    public void advance(Duration by) {
        now += by.toNanos();
    }

    public Duration passed() {
        return Duration.ofNanos(now - START);
    }

    /** Every call hangs from now on. */
    public void keepCalls() {
        keeping = true;
    }

    /** Runs what was kept, and keeps nothing from now on. */
    public void runKeptCalls() {
        keeping = false;
        List<Runnable> due = List.copyOf(kept);
        kept.clear();
        due.forEach(Runnable::run);
    }

    /** How long somebody rested, each time. */
    public List<Duration> rests() {
        return rests;
    }

    public int vitalStarts() {
        return vital;
    }

    @Override
    public void rest(Duration time) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        rests.add(time);
        advance(time);
    }

    @Override
    public Signal newSignal() {
        return new Signal() {
            private boolean raised;

            @Override
            public void raise() {
                raised = true;
            }

            @Override
            public void await(Duration atMost) throws InterruptedException {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                if (!raised) {
                    advance(atMost);
                }
            }
        };
    }

    @Override
    public void start(Runnable call) {
        if (keeping) {
            kept.add(call);
        } else {
            call.run();
        }
    }

    @Override
    public void startVital(Runnable call) {
        vital++;
        start(call);
    }
}

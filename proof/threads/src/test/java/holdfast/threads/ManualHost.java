package holdfast.threads;

import holdfast.engine.EngineHost;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Real threads on clocks that only a test moves. Time passes while every thread rests, from one deadline to the next, so
 * nothing comes late and nothing needs to sleep.
 */
final class ManualHost implements EngineHost {
    private static final long START = 1_700_000_000_000_000_000L;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** How often threads that rested here were woken by a raise, by the name of the thread. */
    private final Map<String, AtomicInteger> wakes = new ConcurrentHashMap<>();

    private final SplittableRandom random = new SplittableRandom(1);

    private final Set<ManualSignal> resting = new LinkedHashSet<>();

    private int busy;

    private long monotonic;

    private long wall = START;

    private long store = START;

    @Override
    public synchronized long monotonicNanos() {
        return monotonic;
    }

    @Override
    public synchronized long wallNanos() {
        return wall;
    }

    /** The clock of the store, which is another machine. */
    synchronized long storeNanos() {
        return store;
    }

    @Override
    public synchronized long random() {
        return random.nextLong();
    }

    @Override
    public ManualSignal newSignal() {
        return new ManualSignal();
    }

    @Override
    public void start(String name, Runnable loop) {
        call(
                name,
                () -> {
                    loop.run();
                    return name;
                });
    }

    /** Starts a call on a thread of its own, and waits until it has ended or rests. */
    <A> Call<A> call(String name, Callable<A> body) {
        var call = new Call<A>(this, name, body);
        begin();
        call.start();
        return call;
    }

    private synchronized void begin() {
        busy++;
    }

    synchronized void end() {
        busy--;
        notifyAll();
    }

    /** Stirs the thread if it rests, and lets it find itself interrupted. */
    synchronized void interrupt(Thread thread) {
        Optional<ManualSignal> rests =
                resting.stream().filter(signal -> thread.equals(signal.waiter)).findFirst();
        rests.ifPresent(ManualSignal::stir);
        thread.interrupt();
    }

    int wakesOf(String thread) {
        AtomicInteger count = wakes.get(thread);
        return count == null ? 0 : count.get();
    }

    /** Waits until every thread rests or has ended. */
    synchronized void settle() {
        long giveUpAt = System.nanoTime() + PATIENCE.toNanos();
        while (busy > 0) {
            if (System.nanoTime() - giveUpAt > 0) {
                throw new AssertionError(busy + " threads are still running");
            }
            try {
                wait(1_000);
            } catch (InterruptedException e) {
                throw new AssertionError("a test must not be interrupted", e);
            }
        }
    }

    /** Lets time pass on all clocks, and everything happen that is due until then. */
    void advance(Duration by) {
        long end = monotonicNanos() + by.toNanos();
        settle();
        while (step(end)) {
            settle();
        }
    }

    /** Goes on to the next deadline, or to the end if none comes before it. */
    private synchronized boolean step(long end) {
        long next = resting.stream().mapToLong(signal -> signal.deadline).min().orElse(end);
        long to = Math.max(monotonic, Math.min(next, end));
        wall += to - monotonic;
        store += to - monotonic;
        monotonic = to;
        Set.copyOf(resting).stream()
                .filter(signal -> signal.deadline <= monotonic)
                .forEach(ManualSignal::stir);
        return busy > 0 || to < end;
    }

    /** The rest of the world goes on without this host, whose monotonic clock stands still. */
    synchronized void suspend(Duration by) {
        wall += by.toNanos();
        store += by.toNanos();
    }

    /** This host as it looks to someone whose wall clock is wrong by so much. */
    EngineHost withWallClockWrongBy(Duration error) {
        return new EngineHost() {
            @Override
            public long monotonicNanos() {
                return ManualHost.this.monotonicNanos();
            }

            @Override
            public long wallNanos() {
                return ManualHost.this.wallNanos() + error.toNanos();
            }

            @Override
            public long random() {
                return ManualHost.this.random();
            }

            @Override
            public Signal newSignal() {
                return ManualHost.this.newSignal();
            }

            @Override
            public void start(String name, Runnable loop) {
                ManualHost.this.start(name, loop);
            }
        };
    }

    /** Someone sets the host's wall clock; no time passes by that. */
    synchronized void setWallClock(Duration by) {
        wall += by.toNanos();
    }

    /** A signal whose waits end by a raise or when the host's time has come. */
    final class ManualSignal implements Signal {
        private boolean raised;
        private boolean stirred;
        private long deadline;
        private @Nullable Thread waiter;

        @Override
        public void raise() {
            synchronized (ManualHost.this) {
                raised = true;
                if (waiter != null && !stirred) {
                    wakes.computeIfAbsent(waiter.getName(), name -> new AtomicInteger())
                            .incrementAndGet();
                    stir();
                }
            }
        }

        /** From here on the thread counts as running, although it has still to notice. */
        private void stir() {
            if (resting.remove(this)) {
                stirred = true;
                busy++;
                ManualHost.this.notifyAll();
            }
        }

        @Override
        public void await(Duration atMost) throws InterruptedException {
            synchronized (ManualHost.this) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                if (!raised && atMost.isPositive()) {
                    rest(atMost);
                }
                raised = false;
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        }

        private void rest(Duration atMost) {
            deadline = monotonic + atMost.toNanos();
            waiter = Thread.currentThread();
            stirred = false;
            resting.add(this);
            busy--;
            ManualHost.this.notifyAll();
            boolean interrupted = false;
            while (!stirred) {
                try {
                    ManualHost.this.wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            waiter = null;
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

package holdfast.bench;

import holdfast.Holdfast;
import holdfast.engine.EngineSettings;
import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.model.AcquireOutcome;
import holdfast.model.Root;
import holdfast.rulebook.Limits;
import holdfast.rulebook.Rules;
import holdfast.store.LockStore;
import holdfast.store.memory.MemoryLockStore;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** What a long queue costs: a decision with 10 and with 10,000 waiters, and draining 1,000 and 10,000. */
final class QueueBench {
    private static final int ROUNDS = 3;
    private static final Root ROOT = new Root("busy");

    void run() throws Exception {
        Rounds.say("== queue: what the number of waiters costs");
        for (String kind : new String[] {"memory", "sqlite"}) {
            double[] decision = new double[ROUNDS];
            double[] drain = new double[ROUNDS];
            for (int round = -1; round < ROUNDS; round++) {
                Measured few = measure(kind, 10);
                Measured thousand = measure(kind, 1_000);
                Measured many = measure(kind, 10_000);
                if (round >= 0) {
                    decision[round] = many.decisionNanos / few.decisionNanos;
                    drain[round] = many.drainNanos / thousand.drainNanos;
                    Rounds.say(
                            "   %s: a decision %,.0f us with 10, %,.0f us with 10,000; drained 1,000 in %,.0f ms, 10,000 in %,.0f ms",
                            kind,
                            few.decisionNanos / 1e3,
                            many.decisionNanos / 1e3,
                            thousand.drainNanos / 1e6,
                            many.drainNanos / 1e6);
                }
            }
            Rounds.say(
                    "%s, decision with 10,000 / with 10:   %s   goal at most 2",
                    kind, Rounds.show(decision));
            Rounds.say(
                    "%s, draining 10,000 / 1,000:          %s   goal at most 12",
                    kind, Rounds.show(drain));
        }
    }

    private record Measured(double decisionNanos, double drainNanos) {}

    private static EngineSettings roomForAll() {
        Limits usual = Limits.DEFAULT;
        var limits =
                new Limits(
                        20_000,
                        usual.waitingPathsMax(),
                        usual.queueTimeMax(),
                        usual.leaseMin(),
                        usual.leaseMax(),
                        usual.grantsPerCommitMax());
        Rules rules = Rules.DEFAULT;
        return EngineSettings.DEFAULT.withRules(
                new Rules(
                        rules.priorityStep(),
                        rules.claimDeadline(),
                        rules.ticketLease(),
                        limits,
                        rules.tenures()));
    }

    private static Measured measure(String kind, int waiters) throws Exception {
        try (var scratch = new Scratch();
                LockStore store =
                        kind.equals("memory")
                                ? MemoryLockStore.withSystemClock()
                                : scratch.store("q.db");
                var holdfast = Holdfast.on(store, roomForAll());
                var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            HeldLock first = holdfast.lock(ROOT.text()).takeOrThrow();
            var drained = new CountDownLatch(waiters);
            var failed = new AtomicInteger();
            for (int i = 0; i < waiters; i++) {
                executor.execute(() -> waitInLine(holdfast, drained, failed));
            }
            while (holdfast.engine().look(ROOT).waiting() < waiters) {
                Thread.onSpinWait();
            }
            double decision = Rounds.median(Rounds.of(400, () -> decide(holdfast)));
            long began = System.nanoTime();
            first.release();
            drained.await();
            if (failed.get() > 0) {
                throw new IllegalStateException(failed + " waiters were not served");
            }
            return new Measured(decision, System.nanoTime() - began);
        }
    }

    private static void waitInLine(
            Holdfast holdfast, CountDownLatch drained, AtomicInteger failed) {
        try {
            HoldOutcome outcome =
                    holdfast.lock(ROOT.text()).waitAtMost(Duration.ofMinutes(9)).take();
            if (outcome instanceof HoldOutcome.Taken taken) {
                taken.locks().getFirst().release();
            } else {
                failed.incrementAndGet();
            }
        } catch (InterruptedException e) {
            failed.incrementAndGet();
        } finally {
            drained.countDown();
        }
    }

    /** A newcomer that does not wait: a look at the root, a decision, a refusal. */
    private static double decide(Holdfast holdfast) throws InterruptedException {
        long before = System.nanoTime();
        AcquireOutcome outcome = holdfast.lock(ROOT.text()).acquireDetached();
        if (outcome instanceof AcquireOutcome.Granted) {
            throw new IllegalStateException("a newcomer passed the queue");
        }
        return System.nanoTime() - before;
    }
}

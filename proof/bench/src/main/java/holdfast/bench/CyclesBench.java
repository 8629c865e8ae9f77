package holdfast.bench;

import holdfast.Holdfast;
import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;

/** Acquire and release on SQLite with fsync, beside bare upserts: 64 threads on their own roots, and one thread. */
final class CyclesBench {
    private static final int ROUNDS = 7;
    private static final int WARM_UPS = 5;
    private static final int THREADS = 64;
    private static final int CALLS = 100;

    /** Upserts and cycles take turns, so that both see the same disk. */
    private static final int TURNS = 6;

    private static final int TURNS_ALONE = 40;

    void run() throws Exception {
        Rounds.say(
                "== cycles: acquire + release beside bare upserts (SQLite, WAL, synchronous=FULL)");
        double[] throughput = new double[ROUNDS];
        double[] p99 = new double[ROUNDS];
        double[] alone = new double[ROUNDS];
        for (int i = 0; i < WARM_UPS; i++) {
            measure(); // until the compiler has nothing more to do
        }
        for (int round = 0; round < ROUNDS; round++) {
            Measured one = measure();
            throughput[round] = one.cycles.perSecond() / one.upserts.perSecond();
            p99[round] = (double) one.cycles.p99Nanos() / one.upserts.p99Nanos();
            alone[round] = one.alone.secondP50Nanos() / (2.0 * one.alone.firstP50Nanos());
            Rounds.say(
                    "   64 threads: %,.0f cycles/s, %,.0f upserts/s; p99 %,d us and %,d us; alone: %,d us and %,d us",
                    one.cycles.perSecond(),
                    one.upserts.perSecond(),
                    one.cycles.p99Nanos() / 1_000,
                    one.upserts.p99Nanos() / 1_000,
                    one.alone.secondP50Nanos() / 1_000,
                    one.alone.firstP50Nanos() / 1_000);
        }
        Rounds.say(
                "64 threads, cycles per upsert:          %s   goal at least 0.25",
                Rounds.show(throughput));
        Rounds.say("64 threads, p99 cycle / p99 upsert:     %s   goal at most 4", Rounds.show(p99));
        Rounds.say(
                "one thread, cycle / two bare commits:   %s   goal at most 1.5",
                Rounds.show(alone));
    }

    /** @param alone a bare commit, and a cycle, from one thread */
    private record Measured(Load upserts, Load cycles, Alternation alone) {}

    private static Measured measure() throws Exception {
        try (var scratch = new Scratch();
                var bare = new BareUpserts(scratch.file("bare.db"));
                var store = scratch.store("locks.db");
                var holdfast = Holdfast.on(store)) {
            warmUp(bare, holdfast);
            Load upserts = upserts(bare);
            Load cycles = cycles(holdfast);
            for (int turn = 1; turn < TURNS; turn++) {
                upserts = upserts.and(upserts(bare));
                cycles = cycles.and(cycles(holdfast));
            }
            return new Measured(
                    upserts,
                    cycles,
                    Alternation.of(
                            TURNS_ALONE, i -> bare.put("alone", i), i -> cycle(holdfast, "alone")));
        }
    }

    private static Load upserts(BareUpserts bare) throws Exception {
        return Load.of(THREADS, CALLS * 2, (thread, i) -> bare.put("root-" + thread, i));
    }

    private static Load cycles(Holdfast holdfast) throws Exception {
        return Load.of(THREADS, CALLS, (thread, i) -> cycle(holdfast, "root-" + thread));
    }

    private static void warmUp(BareUpserts bare, Holdfast holdfast) throws Exception {
        Load.of(
                8,
                200,
                (thread, i) -> {
                    bare.put("warm-" + thread, i);
                    cycle(holdfast, "warm-" + thread);
                });
    }

    private static void cycle(Holdfast holdfast, String root) throws InterruptedException {
        AcquireRequest request = holdfast.lock(root).toRequest();
        if (holdfast.engine().acquire(request) instanceof AcquireOutcome.Granted granted) {
            holdfast.engine().release(request.resource().root(), granted.hold().id(), request.id());
        } else {
            throw new IllegalStateException(root + " was not free");
        }
    }
}

package holdfast.bench;

import java.util.List;

/** Acquire and release on Redis beside the bare commands, on one server: one thread, and 64 threads on locks of their own. */
final class RedisBench {
    private static final int ROUNDS = 5;
    private static final int THREADS = 64;
    private static final int CALLS = 400;
    private static final int TURNS_ALONE = 60;
    private static final int COUNTED = 3_000;

    void run() throws Exception {
        Rounds.say("== redis: acquire + release beside SET NX PX + compare-and-delete (Lettuce)");
        try (var scratch = new Scratch();
                var redis = new BenchRedis(scratch);
                var bare = new BareRedis(redis.url());
                var holdfast = HoldfastCycles.onRedis(redis.url())) {
            // Further contenders go into this list: each is measured against the bare commands.
            for (Contender contender : List.of(holdfast)) {
                warmUp(bare, contender);
                compare(redis, bare, contender);
            }
        }
    }

    private static void warmUp(Contender bare, Contender contender) throws Exception {
        for (int i = 0; i < 3; i++) {
            Load.of(
                    THREADS,
                    CALLS / 2,
                    (thread, call) -> {
                        bare.cycle("warm-" + thread);
                        contender.cycle("warm-" + thread);
                    });
        }
        Alternation.of(TURNS_ALONE, i -> bare.cycle("alone"), i -> contender.cycle("alone"));
    }

    private static void compare(BenchRedis redis, Contender bare, Contender contender)
            throws Exception {
        double[] alone = new double[ROUNDS];
        double[] commands = new double[ROUNDS];
        double[] script = new double[ROUNDS];
        double[] bareScript = new double[ROUNDS];
        double[] together = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            var turns =
                    Alternation.of(
                            TURNS_ALONE, i -> bare.cycle("alone"), i -> contender.cycle("alone"));
            alone[round] = (double) turns.secondP50Nanos() / turns.firstP50Nanos();
            bareScript[round] = counted(redis, bare).microsEach();
            BenchRedis.Spent spent = counted(redis, contender);
            script[round] = spent.microsEach();
            commands[round] = (double) spent.calls() / COUNTED;
            Load ofBare = Load.of(THREADS, CALLS * 2, (thread, i) -> bare.cycle("own-" + thread));
            Load load = Load.of(THREADS, CALLS, (thread, i) -> contender.cycle("own-" + thread));
            together[round] = load.perSecond() / ofBare.perSecond();
            Rounds.say(
                    "   alone: bare %,d us, %s %,d us; script %.1f us and %.1f us in Redis; 64 threads: %,.0f and %,.0f cycles/s",
                    turns.firstP50Nanos() / 1_000,
                    contender.name(),
                    turns.secondP50Nanos() / 1_000,
                    bareScript[round],
                    script[round],
                    ofBare.perSecond(),
                    load.perSecond());
        }
        Rounds.say(
                "%s, one thread, p50 / bare:      %s   goal at most 1.2",
                contender.name(), Rounds.show(alone));
        Rounds.say(
                "%s, scripts a cycle:             %s   goal 2",
                contender.name(), Rounds.show(commands));
        Rounds.say(
                "%s, us in Redis a script:        %s   goal at most 20",
                contender.name(), Rounds.show(script));
        Rounds.say("bare, us in Redis a script:          %s", Rounds.show(bareScript));
        Rounds.say(
                "%s, 64 threads, cycles / bare:   %s   goal at least 0.65",
                contender.name(), Rounds.show(together));
    }

    private static BenchRedis.Spent counted(BenchRedis redis, Contender contender)
            throws Exception {
        redis.resetTimes();
        for (int i = 0; i < COUNTED; i++) {
            contender.cycle("alone");
        }
        return redis.spent("evalsha");
    }
}

package holdfast.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Acquire and release of what nobody else wants: one thread, and 64 threads each on its own lock. */
final class PeerCycles {
    private static final int ROUNDS = 3;
    private static final int TURNS = 30;
    private static final int CALLS_A_TURN = 30;
    private static final int COUNTED = 200;
    private static final int THREADS = 64;
    private static final Duration WARM = Duration.ofSeconds(30);
    private static final Duration LASTS = Duration.ofSeconds(2);

    private final Field field;
    private final Figures alone = new Figures("one thread: p50 of a cycle in us");
    private final Figures commands = new Figures("one thread: commands to Redis a cycle");
    private final Figures script = new Figures("one thread: us in Redis a script");
    private final Figures together = new Figures("64 threads on their own locks: cycles a second");

    PeerCycles(Field field) {
        this.field = field;
    }

    void run() throws Exception {
        Rounds.say("== cycles: acquire + release, uncontended");
        try (var bare = new BareRedis(field.servers().redis())) {
            List<Contender> contenders = new ArrayList<>(field.open(kind -> true));
            contenders.add(Math.min(1, contenders.size()), bare);
            for (Contender contender : contenders) {
                Race.of(THREADS, WARM, thread -> contender.cycle("own-" + thread));
            }
            p50(contenders);
            for (int round = 0; round < ROUNDS; round++) {
                p50(contenders).forEach(alone::add);
                for (Contender contender : contenders) {
                    inRedis(contender);
                    Race race = Race.of(THREADS, LASTS, i -> contender.cycle("own-" + i));
                    together.add(contender.name(), race.perSecond());
                }
            }
            contenders.stream().filter(Peer.class::isInstance).forEach(Contender::close);
            tell(bare.name());
        }
    }

    /** Some cycles of each in turn, so that all see the same machine. */
    private static Map<String, Double> p50(List<Contender> contenders) throws Exception {
        Map<Contender, long[]> nanos = new LinkedHashMap<>();
        for (Contender contender : contenders) {
            nanos.put(contender, new long[TURNS * CALLS_A_TURN]);
        }
        for (int turn = 0; turn < TURNS; turn++) {
            for (Contender contender : contenders) {
                for (int i = 0; i < CALLS_A_TURN; i++) {
                    long before = System.nanoTime();
                    contender.cycle("alone");
                    long[] times = Objects.requireNonNull(nanos.get(contender));
                    times[turn * CALLS_A_TURN + i] = System.nanoTime() - before;
                }
            }
        }
        Map<String, Double> medians = new LinkedHashMap<>();
        nanos.forEach((contender, times) -> {
            Arrays.sort(times);
            medians.put(contender.name(), Rounds.percentile(times, 0.5) / 1e3);
        });
        return medians;
    }

    private void inRedis(Contender contender) throws Exception {
        BenchRedis redis = field.servers().redisItself();
        RedisMonitor.Work work =
                () -> {
                    for (int i = 0; i < COUNTED; i++) {
                        contender.cycle("alone");
                    }
                };
        redis.resetTimes();
        work.run();
        BenchRedis.Spent sent = redis.spent("evalsha");
        if (sent.calls() < COUNTED) {
            sent = redis.spent("eval");
        }
        if (sent.calls() >= COUNTED) {
            script.add(contender.name(), sent.microsEach());
            long count = new RedisMonitor(field.servers().redis()).during(work);
            commands.add(contender.name(), (double) count / COUNTED);
        }
    }

    private void tell(String bare) {
        alone.show();
        commands.show();
        script.show();
        together.show();
        Goal.atMost(1.2, "one thread, p50 / bare", alone.ratios(bare));
        // Beside its two, the list of freezes is read again now and then.
        Goal.below(2.05, "commands a cycle", commands.ofHoldfast());
        Goal.atMost(20, "us in Redis a command", script.ofHoldfast());
        Goal.atLeast(0.65, "64 threads, cycles / bare", together.ratios(bare));
        Goal.atLeast(
                2, "64 threads, cycles / Redisson", together.ratios(PeerKind.REDISSON.title()));
    }
}

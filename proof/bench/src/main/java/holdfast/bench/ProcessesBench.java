package holdfast.bench;

import holdfast.Holdfast;
import holdfast.engine.HeldLock;
import holdfast.store.sqlite.SqliteLockStore;
import holdfast.store.sqlite.SqliteOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Eight processes on one file and one root, each holding for 1 ms: how long a hand-over takes and whether turns are fair. */
final class ProcessesBench {
    private static final int PROCESSES = 8;
    private static final int ROUNDS = 3;
    private static final Duration LASTS = Duration.ofSeconds(10);

    void run() throws Exception {
        Rounds.say("== processes: 8 processes, one file, one root, 1 ms hold");
        double[] p50 = new double[ROUNDS];
        double[] jain = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            try (var scratch = new Scratch()) {
                List<long[]> turns = race(scratch);
                long[] handOvers = handOvers(turns);
                p50[round] = Rounds.percentile(handOvers, 0.5) / 1e6;
                jain[round] = jain(turns.stream().mapToLong(turn -> turn.length / 2).toArray());
                Rounds.say(
                        "   %,d turns; hand-over p50 %.2f ms, p99 %.2f ms; Jain index %.4f; turns %s",
                        handOvers.length + 1,
                        p50[round],
                        Rounds.percentile(handOvers, 0.99) / 1e6,
                        jain[round],
                        turns.stream().map(turn -> turn.length / 2).toList());
            }
        }
        Rounds.say("hand-over p50 in ms:   %s   goal below 10", Rounds.show(p50));
        Rounds.say("Jain index of turns:   %s   goal at least 0.99", Rounds.show(jain));
    }

    private static List<long[]> race(Scratch scratch) throws IOException, InterruptedException {
        List<Process> processes = new ArrayList<>();
        scratch.store("race.db").close();
        Path go = scratch.file("go");
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(
                    new ProcessBuilder(
                                    ProcessHandle.current().info().command().orElseThrow(),
                                    "-XX:+UseSerialGC",
                                    "-XX:TieredStopAtLevel=1",
                                    "--enable-native-access=ALL-UNNAMED",
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    Racer.class.getName(),
                                    scratch.file("race.db").toString(),
                                    go.toString(),
                                    scratch.file("turns-" + i).toString())
                            .inheritIO()
                            .start());
        }
        for (int i = 0; i < PROCESSES; i++) {
            while (!Files.exists(scratch.file("turns-" + i + ".ready"))) {
                LockSupport.parkNanos(1_000_000);
            }
        }
        Files.createFile(go);
        List<long[]> turns = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            if (processes.get(i).waitFor() != 0) {
                throw new IllegalStateException("a process failed");
            }
            turns.add(
                    Files.readAllLines(scratch.file("turns-" + i)).stream()
                            .mapToLong(Long::parseLong)
                            .toArray());
        }
        return turns;
    }

    /** From the end of one turn to the begin of the next, whoever has it; all on one host's monotonic clock. */
    private static long[] handOvers(List<long[]> turns) {
        record Turn(long from, long to) {}
        var all = new ArrayList<Turn>();
        for (long[] each : turns) {
            for (int i = 0; i + 1 < each.length; i += 2) {
                all.add(new Turn(each[i], each[i + 1]));
            }
        }
        all.sort((one, other) -> Long.compare(one.from, other.from));
        long[] gaps = new long[all.size() - 1];
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = all.get(i + 1).from - all.get(i).to;
            if (gaps[i] < 0) {
                throw new IllegalStateException("two processes held at once");
            }
        }
        Arrays.sort(gaps);
        return gaps;
    }

    private static double jain(long[] counts) {
        double sum = Arrays.stream(counts).sum();
        double squares = Arrays.stream(counts).mapToDouble(count -> (double) count * count).sum();
        return sum * sum / (counts.length * squares);
    }

    /** One of the processes. */
    static final class Racer {
        private Racer() {}

        public static void main(String[] args) throws Exception {
            List<String> turns = new ArrayList<>();
            try (var store = SqliteLockStore.open(Path.of(args[0]), SqliteOptions.defaults());
                    var holdfast = Holdfast.on(store)) {
                Files.createFile(Path.of(args[2] + ".ready"));
                while (!Files.exists(Path.of(args[1]))) {
                    LockSupport.parkNanos(1_000_000);
                }
                long end = System.nanoTime() + LASTS.toNanos();
                while (System.nanoTime() < end) {
                    try (HeldLock lock =
                            holdfast.lock("race").waitAtMost(Duration.ofMinutes(1)).takeOrThrow()) {
                        turns.add(Long.toString(System.nanoTime()));
                        LockSupport.parkNanos(1_000_000);
                        turns.add(Long.toString(System.nanoTime()));
                        lock.release();
                    }
                }
            }
            Files.write(Path.of(args[2]), turns, StandardCharsets.UTF_8);
        }
    }
}

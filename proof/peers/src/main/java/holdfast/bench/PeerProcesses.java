package holdfast.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Eight processes on one lock, each holding for 1 ms. Times are of the monotonic clock, which the processes of a host share. */
final class PeerProcesses {
    private static final int ROUNDS = 3;
    private static final int PROCESSES = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration WARM = Duration.ofSeconds(10);
    private static final Duration LASTS = Duration.ofSeconds(15);

    private final Field field;
    private final Figures perSecond = new Figures("hand-overs to another process a second");
    private final Figures p50 =
            new Figures("hand-over p50 in us, from release begun to acquired by the next process");
    private final Figures jain = new Figures("Jain index of the processes' turns");

    PeerProcesses(Field field) {
        this.field = field;
    }

    void run() throws Exception {
        Rounds.say("== processes: 8 processes on one lock, 1 ms hold");
        for (int round = 0; round < ROUNDS; round++) {
            for (Map.Entry<PeerKind, String> entry : field.addresses().entrySet()) {
                try {
                    measure(entry.getKey(), entry.getValue(), "race-" + round);
                } catch (IllegalStateException e) {
                    Rounds.say("%s: %s", entry.getKey().title(), e);
                    perSecond.add(entry.getKey().title(), Double.NaN);
                    p50.add(entry.getKey().title(), Double.NaN);
                    jain.add(entry.getKey().title(), Double.NaN);
                }
            }
        }
        perSecond.show();
        p50.show();
        jain.show();
        for (String other : perSecond.others()) {
            Goal.above(1, "hand-overs a second / " + other, perSecond.ratios(other));
        }
        Goal.below(600, "hand-over p50 in us", p50.ofHoldfast());
    }

    private record Turn(int process, long from, long to) {}

    private void measure(PeerKind kind, String address, String lock) throws Exception {
        List<Turn> turns = race(kind, address, lock);
        List<Long> gaps = new ArrayList<>();
        for (int i = 1; i < turns.size(); i++) {
            long gap = turns.get(i).from - turns.get(i - 1).to;
            if (gap < 0) {
                throw new IllegalStateException("two processes held at once");
            }
            if (turns.get(i).process != turns.get(i - 1).process) {
                gaps.add(gap);
            }
        }
        if (gaps.isEmpty()) {
            throw new IllegalStateException("no process followed another");
        }
        long[] sorted = gaps.stream().mapToLong(Long::longValue).sorted().toArray();
        long[] counts = new long[PROCESSES];
        turns.forEach(turn -> counts[turn.process]++);
        perSecond.add(kind.title(), gaps.size() * 1e9 / LASTS.minus(WARM).toNanos());
        p50.add(kind.title(), Rounds.percentile(sorted, 0.5) / 1e3);
        jain.add(kind.title(), Race.jain(counts));
        Rounds.say(
                "   %s: %,d hand-overs in %,d turns; p50 %,d us, p99 %,d us, longest %,d us; turns %s",
                kind.title(),
                sorted.length,
                turns.size(),
                Rounds.percentile(sorted, 0.5) / 1_000,
                Rounds.percentile(sorted, 0.99) / 1_000,
                sorted[sorted.length - 1] / 1_000,
                Arrays.toString(counts));
    }

    private List<Turn> race(PeerKind kind, String address, String lock) throws Exception {
        Path folder =
                Files.createDirectories(field.servers().scratch().file(kind.name() + "-" + lock));
        List<Process> processes = new ArrayList<>();
        try {
            for (int i = 0; i < PROCESSES; i++) {
                processes.add(start(kind, address, lock, folder.resolve("turns-" + i)));
            }
            awaitReady(folder);
            long began = System.nanoTime();
            Files.createFile(folder.resolve("go"));
            for (Process process : processes) {
                if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                        || process.exitValue() != 0) {
                    throw new IllegalStateException("a process failed");
                }
            }
            return turns(folder, began);
        } finally {
            processes.forEach(process -> process.destroyForcibly().onExit().join());
        }
    }

    private static Process start(PeerKind kind, String address, String lock, Path turns)
            throws IOException {
        return new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                        "-Djava.util.logging.config.file=/dev/null",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Racer.class.getName(),
                        kind.name(),
                        address,
                        lock,
                        turns.toString())
                .inheritIO()
                .start();
    }

    private static void awaitReady(Path folder) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (int i = 0; i < PROCESSES; i++) {
            while (!Files.exists(folder.resolve("turns-" + i + ".ready"))) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("a process did not start");
                }
                LockSupport.parkNanos(5_000_000);
            }
        }
    }

    /** The turns of all processes between the warm-up and the end, in order. */
    private static List<Turn> turns(Path folder, long began) throws IOException {
        List<Turn> all = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            long[] times =
                    Files.readAllLines(folder.resolve("turns-" + i)).stream()
                            .mapToLong(Long::parseLong)
                            .toArray();
            for (int k = 0; k + 1 < times.length; k += 2) {
                long after = times[k] - began;
                if (after >= WARM.toNanos() && after < LASTS.toNanos()) {
                    all.add(new Turn(i, times[k], times[k + 1]));
                }
            }
        }
        all.sort(Comparator.comparingLong(Turn::from));
        return all;
    }

    /** One of the processes. */
    static final class Racer {
        private static final long HOLD_NANOS = 1_000_000;

        private Racer() {}

        public static void main(String[] args) throws Exception {
            List<String> turns = new ArrayList<>();
            Path file = Path.of(args[3]);
            try (Peer peer = PeerKind.valueOf(args[0]).open(args[1])) {
                peer.cycle("warm-" + ProcessHandle.current().pid());
                Files.createFile(Path.of(args[3] + ".ready"));
                long deadline = System.nanoTime() + PATIENCE.toNanos();
                while (!Files.exists(file.resolveSibling("go"))) {
                    if (System.nanoTime() > deadline) {
                        throw new IllegalStateException("nobody said go");
                    }
                    LockSupport.parkNanos(1_000_000);
                }
                long end = System.nanoTime() + LASTS.toNanos();
                while (System.nanoTime() < end) {
                    Peer.Held held = peer.take(args[2]);
                    turns.add(Long.toString(System.nanoTime()));
                    hold();
                    turns.add(Long.toString(System.nanoTime()));
                    held.release();
                }
                Files.write(file, turns, StandardCharsets.UTF_8);
            }
            System.exit(0);
        }

        /** Not shorter, whoever wakes this thread for whatever reason. */
        private static void hold() {
            long end = System.nanoTime() + HOLD_NANOS;
            for (long left = HOLD_NANOS; left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    }
}

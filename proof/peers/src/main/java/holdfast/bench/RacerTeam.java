package holdfast.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Processes that want one lock of one contender again and again, whenever they are told to. */
final class RacerTeam implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String READY = "ready";

    private final Path folder;
    private final List<Process> processes = new ArrayList<>();
    private final List<BufferedReader> said = new ArrayList<>();
    private int races;

    /** One turn of a process. Times are of the monotonic clock, which the processes of a host share. */
    record Turn(int process, long from, long to) {}

    RacerTeam(PeerKind kind, String address, int size, Path folder) throws Exception {
        this.folder = folder;
        try {
            for (int i = 0; i < size; i++) {
                Process process = start(kind, address);
                processes.add(process);
                said.add(process.inputReader(StandardCharsets.UTF_8));
            }
            awaitReady(PATIENCE);
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    /** With the compiler as it comes: who runs for hours is compiled well. */
    private static Process start(PeerKind kind, String address) throws IOException {
        return new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                        "-Djava.util.logging.config.file=/dev/null",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Racer.class.getName(),
                        kind.name(),
                        address)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** All of them at once, each holding for so long, in the order of their turns. */
    List<Turn> race(String lock, Duration hold, Duration lasts) throws Exception {
        int race = races++;
        for (int i = 0; i < processes.size(); i++) {
            var out = processes.get(i).outputWriter(StandardCharsets.UTF_8);
            out.write(
                    "%s %d %d %s%n"
                            .formatted(lock, hold.toNanos(), lasts.toNanos(), turns(race, i)));
            out.flush();
        }
        awaitReady(lasts.plus(PATIENCE));
        List<Turn> all = new ArrayList<>();
        for (int i = 0; i < processes.size(); i++) {
            long[] times =
                    Files.readAllLines(turns(race, i)).stream()
                            .mapToLong(Long::parseLong)
                            .toArray();
            for (int k = 0; k + 1 < times.length; k += 2) {
                all.add(new Turn(i, times[k], times[k + 1]));
            }
        }
        all.sort((one, other) -> Long.compare(one.from, other.from));
        return all;
    }

    private Path turns(int race, int process) {
        return folder.resolve("turns-" + race + "-" + process);
    }

    private void awaitReady(Duration atMost) throws Exception {
        long deadline = System.nanoTime() + atMost.toNanos();
        for (BufferedReader reader : said) {
            CompletableFuture.runAsync(() -> readUntilReady(reader))
                    .get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
    }

    private static void readUntilReady(BufferedReader reader) {
        try {
            String line = reader.readLine();
            while (!READY.equals(line)) {
                if (line == null) {
                    throw new IllegalStateException("a process failed");
                }
                line = reader.readLine();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        processes.forEach(process -> process.destroyForcibly().onExit().join());
    }

    /** One of the processes. Each line that it reads is a race. */
    static final class Racer {
        private Racer() {}

        public static void main(String[] args) throws Exception {
            try (Peer peer = PeerKind.valueOf(args[0]).open(args[1])) {
                peer.cycle("warm-" + ProcessHandle.current().pid());
                var in =
                        new BufferedReader(
                                new InputStreamReader(System.in, StandardCharsets.UTF_8));
                System.out.println(READY);
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    String[] words = line.split(" ", 4);
                    List<String> turns =
                            race(
                                    peer,
                                    words[0],
                                    Long.parseLong(words[1]),
                                    Long.parseLong(words[2]));
                    Files.write(Path.of(words[3]), turns, StandardCharsets.UTF_8);
                    System.out.println(READY);
                }
            }
            System.exit(0);
        }

        private static List<String> race(Peer peer, String lock, long hold, long lasts)
                throws Exception {
            List<String> turns = new ArrayList<>();
            long end = System.nanoTime() + lasts;
            while (System.nanoTime() - end < 0) {
                Peer.Held held = peer.take(lock);
                turns.add(Long.toString(System.nanoTime()));
                hold(hold);
                turns.add(Long.toString(System.nanoTime()));
                held.release();
            }
            return turns;
        }

        /** Not shorter, whoever wakes this thread for whatever reason. */
        private static void hold(long nanos) {
            long end = System.nanoTime() + nanos;
            for (long left = nanos; left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    }
}

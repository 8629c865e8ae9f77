package holdfast.bench;

import java.time.Duration;
import java.util.List;

/** Runs the comparisons that are named, or all of them. */
public final class Peers {
    private static final Duration FAR = Duration.ofMillis(4);

    private Peers() {}

    public static void main(String[] names) throws Exception {
        List<String> wanted =
                names.length == 0
                        ? List.of("cycles", "contended", "processes", "waiters")
                        : List.of(names);
        endWithThisProcess();
        if (wanted.getFirst().startsWith("dynamodb")) {
            // From within a region an answer takes some milliseconds.
            Duration way = wanted.equals(List.of("dynamodb-far")) ? FAR : Duration.ZERO;
            new DynamoBench(
                            List.of(HoldfastCycles::onDynamo, AmazonLockClient::new, BarePuts::new),
                            way)
                    .run();
            System.exit(0);
        }
        try (var field = new Field()) {
            for (String name : wanted) {
                switch (name) {
                    case "cycles" -> new PeerCycles(field).run();
                    case "contended" -> new PeerContention(field).run();
                    case "processes" -> new PeerProcesses(field).run();
                    case "waiters" -> new PeerWaiters(field).run();
                    default ->
                            throw new IllegalArgumentException("no comparison is called " + name);
                }
            }
        }
        // Some clients leave threads behind that nobody can end.
        System.exit(0);
    }

    /** Also when this process is told to end, no server stays behind. */
    private static void endWithThisProcess() {
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(() ->
                                ProcessHandle.current()
                                        .descendants()
                                        .forEach(ProcessHandle::destroyForcibly)));
    }
}

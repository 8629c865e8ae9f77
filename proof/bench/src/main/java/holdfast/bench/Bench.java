package holdfast.bench;

import java.time.Duration;
import java.util.List;

/** Runs the benchmarks that are named, or all of them. */
public final class Bench {
    private Bench() {}

    public static void main(String[] names) throws Exception {
        List<String> wanted =
                names.length == 0
                        ? List.of(
                                "cycles",
                                "queue",
                                "processes",
                                "memory",
                                "redis",
                                "dynamodb",
                                "server")
                        : List.of(names);
        for (String name : wanted) {
            switch (name) {
                case "cycles" -> new CyclesBench().run();
                case "queue" -> new QueueBench().run();
                case "processes" -> new ProcessesBench().run();
                case "memory" -> new MemoryBench().run();
                case "redis" -> new RedisBench().run();
                case "dynamodb" ->
                        new DynamoBench(
                                        List.of(HoldfastCycles::onDynamo, BarePuts::new),
                                        Duration.ZERO)
                                .run();
                case "server" -> new ServerBench().run();
                default -> throw new IllegalArgumentException("no benchmark is called " + name);
            }
        }
    }
}

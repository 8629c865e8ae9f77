package holdfast.bench;

import holdfast.dynamodb.local.LocalDynamo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Acquire and release on DynamoDB Local: how often, and what the service would bill for it. */
final class DynamoBench {
    private static final int ROUNDS = 5;
    private static final int THREADS = 16;
    private static final int CALLS = 60;
    private static final int CALLS_ALONE = 200;

    /** Client and server are both slow until all of it is compiled, which takes some 15,000 cycles of each. */
    private static final int WARM_UPS = 12;

    private final List<Function<String, Contender>> makers;
    private final Duration way;

    /**
     * @param makers what makes the contenders, given the settings of an address; the first is compared with each of the others
     * @param way how much longer every answer takes than on loopback
     */
    DynamoBench(List<Function<String, Contender>> makers, Duration way) {
        this.makers = List.copyOf(makers);
        this.way = way;
    }

    void run() throws Exception {
        Rounds.say(
                "== dynamodb: acquire + release on DynamoDB Local, a way of %d ms, requests and capacity units counted",
                way.toMillis());
        var contenders = new ArrayList<Contender>();
        try (var server = LocalDynamo.start();
                var longWay = new LongWay(server.port(), way)) {
            int port = way.isZero() ? server.port() : longWay.port();
            for (Function<String, Contender> maker : makers) {
                contenders.add(maker.apply(LocalDynamo.settings(port)));
            }
            for (int i = 0; i < WARM_UPS; i++) {
                for (Contender contender : contenders) {
                    measure(contender);
                }
            }
            compare(contenders);
        } finally {
            contenders.forEach(Contender::close);
        }
    }

    private record Measured(double alone, double together, double requests, double units) {}

    private static Measured measure(Contender contender) throws Exception {
        CountedRequests.sinceLast();
        Load alone = Load.of(1, CALLS_ALONE, (thread, i) -> contender.cycle("alone"));
        CountedRequests.Count count = CountedRequests.sinceLast();
        Load together = Load.of(THREADS, CALLS, (thread, i) -> contender.cycle("own-" + thread));
        return new Measured(
                alone.perSecond(),
                together.perSecond(),
                (double) count.requests() / CALLS_ALONE,
                count.units() / CALLS_ALONE);
    }

    private static void compare(List<Contender> contenders) throws Exception {
        var rounds = new ArrayList<List<Measured>>();
        for (int round = 0; round < ROUNDS; round++) {
            var measured = new ArrayList<Measured>();
            for (Contender contender : contenders) {
                measured.add(measure(contender));
            }
            rounds.add(measured);
        }
        for (int i = 0; i < contenders.size(); i++) {
            int place = i;
            String name = contenders.get(i).name();
            show(name, "cycles/s, one thread", rounds, all -> all.get(place).alone());
            show(name, "cycles/s, 16 threads", rounds, all -> all.get(place).together());
            show(name, "requests a cycle", rounds, all -> all.get(place).requests());
            show(name, "capacity units a cycle", rounds, all -> all.get(place).units());
            if (place > 0) {
                String both = "Holdfast / " + name;
                show(
                        both,
                        "cycles/s, one thread (goal 1.5)",
                        rounds,
                        all -> all.get(0).alone() / all.get(place).alone());
                show(
                        both,
                        "cycles/s, 16 threads (goal 1.5)",
                        rounds,
                        all -> all.get(0).together() / all.get(place).together());
                show(
                        both,
                        "capacity units (goal below 1)",
                        rounds,
                        all -> all.get(0).units() / all.get(place).units());
            }
        }
    }

    private static void show(
            String name,
            String what,
            List<List<Measured>> rounds,
            Function<List<Measured>, Double> figure) {
        double[] values = rounds.stream().mapToDouble(figure::apply).toArray();
        Rounds.say("%-40s %-34s %s", name, what, Rounds.show(values));
    }
}

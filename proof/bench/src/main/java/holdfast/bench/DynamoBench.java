package holdfast.bench;

import holdfast.dynamodb.local.LocalDynamo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Acquire and release on DynamoDB Local: how often, how long processors work for it on both sides, and what the service would bill. The
 * contenders take turns that are shorter than whatever else happens on the machine.
 */
final class DynamoBench {
    private static final int ROUNDS = 9;
    private static final int TURNS_A_ROUND = 12;
    private static final Way ALONE = new Way("one thread", 1, 40);
    private static final Way TOGETHER = new Way("16 threads", 16, 8);

    /** Client and server are both slow until all of it is compiled, which takes some 15,000 cycles of each. */
    private static final int WARM_UP_ROUNDS = 8;

    private final List<Function<String, Contender>> makers;
    private final Duration distance;

    /** How the contenders are used. */
    private record Way(String name, int threads, int callsAThread) {
        int calls() {
            return threads * callsAThread;
        }
    }

    /** What a contender needed for one cycle, in a round of turns. Times are microseconds. */
    private record Cost(
            double time, double serviceWork, double clientWork, double requests, double units) {
        static final Cost NONE = new Cost(0, 0, 0, 0, 0);

        Cost and(Cost other) {
            return new Cost(
                    time + other.time,
                    serviceWork + other.serviceWork,
                    clientWork + other.clientWork,
                    requests + other.requests,
                    units + other.units);
        }

        double work() {
            return serviceWork + clientWork;
        }
    }

    /**
     * @param makers what makes the contenders, given the settings of an address; the first is compared with each of the others
     * @param distance how much longer every answer takes than on loopback
     */
    DynamoBench(List<Function<String, Contender>> makers, Duration distance) {
        this.makers = List.copyOf(makers);
        this.distance = distance;
    }

    void run() throws Exception {
        Rounds.say(
                "== dynamodb: acquire + release on DynamoDB Local, every answer %d ms later; medians of %d rounds of %d turns",
                distance.toMillis(), ROUNDS, TURNS_A_ROUND);
        var contenders = new ArrayList<Contender>();
        try (var server = LocalDynamo.startToMeasure();
                var longWay = new LongWay(server.port(), distance)) {
            int port = distance.isZero() ? server.port() : longWay.port();
            for (Function<String, Contender> maker : makers) {
                contenders.add(maker.apply(LocalDynamo.settings(port)));
            }
            for (Way way : List.of(ALONE, TOGETHER)) {
                for (int i = 0; i < WARM_UP_ROUNDS; i++) {
                    round(server, contenders, way);
                }
                compare(server, contenders, way);
            }
        } finally {
            contenders.forEach(Contender::close);
        }
    }

    private static void compare(LocalDynamo server, List<Contender> contenders, Way way)
            throws Exception {
        var rounds = new ArrayList<List<Cost>>();
        for (int i = 0; i < ROUNDS; i++) {
            rounds.add(round(server, contenders, way));
        }
        Rounds.say("-- %s", way.name());
        for (int i = 0; i < contenders.size(); i++) {
            var of = new Figures(contenders.get(i).name(), rounds, i);
            of.show("cycles/s", cost -> 1e6 / cost.time());
            of.show("processor us a cycle, service", Cost::serviceWork);
            of.show("processor us a cycle, clients", Cost::clientWork);
            of.show("requests a cycle", Cost::requests);
            of.show("capacity units a cycle", Cost::units);
        }
        for (int i = 1; i < contenders.size(); i++) {
            var of = new Figures("Holdfast / " + contenders.get(i).name(), rounds, i);
            of.ratio("cycles/s (goal 1.5)", cost -> 1 / cost.time());
            of.ratio("cycles for the same work", cost -> 1 / cost.work());
            of.ratio("capacity units (goal below 1)", Cost::units);
        }
    }

    /** @param place of the contender that they are about, beside the first one */
    private record Figures(String name, List<List<Cost>> rounds, int place) {
        void show(String what, ToDoubleFunction<Cost> figure) {
            print(what, costs -> figure.applyAsDouble(costs.get(place)));
        }

        void ratio(String what, ToDoubleFunction<Cost> figure) {
            print(
                    what,
                    costs ->
                            figure.applyAsDouble(costs.getFirst())
                                    / figure.applyAsDouble(costs.get(place)));
        }

        private void print(String what, ToDoubleFunction<List<Cost>> figure) {
            double[] values = rounds.stream().mapToDouble(figure).toArray();
            Rounds.say("%-42s %-30s %s", name, what, Rounds.show(values));
        }
    }

    /** What each needed, in the order of the contenders. */
    private static List<Cost> round(LocalDynamo server, List<Contender> contenders, Way way)
            throws Exception {
        var costs = new ArrayList<Cost>();
        contenders.forEach(contender -> costs.add(Cost.NONE));
        for (int turn = 0; turn < TURNS_A_ROUND; turn++) {
            for (int i = 0; i < contenders.size(); i++) {
                // Who comes after whom changes from turn to turn.
                int place = turn % 2 == 0 ? i : contenders.size() - 1 - i;
                Cost cost = turn(server, contenders.get(place), way);
                costs.set(place, costs.get(place).and(cost));
            }
        }
        return costs;
    }

    private static Cost turn(LocalDynamo server, Contender contender, Way way) throws Exception {
        CountedRequests.sinceLast();
        Duration serviceBefore = server.processorTime();
        Duration clientBefore = ownProcessorTime();
        Load load =
                Load.of(
                        way.threads(),
                        way.callsAThread(),
                        (thread, i) -> contender.cycle("lock-" + thread));
        CountedRequests.Count count = CountedRequests.sinceLast();
        double cycles = (double) way.calls() * TURNS_A_ROUND;
        return new Cost(
                1e6 / load.perSecond() / TURNS_A_ROUND,
                micros(serviceBefore, server.processorTime()) / cycles,
                micros(clientBefore, ownProcessorTime()) / cycles,
                count.requests() / cycles,
                count.units() / cycles);
    }

    private static Duration ownProcessorTime() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
    }

    private static double micros(Duration before, Duration after) {
        return after.minus(before).toNanos() / 1e3;
    }
}

package holdfast.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Exchanger;

/** What the way over HTTP costs: beside an echo by the same server, in hand-overs, and in memory for those who wait. */
final class ServerBench {
    private static final int CONNECTIONS = 64;
    private static final int CALLS = 300;
    private static final int ROUNDS = 7;

    /** At least so long with echoes, and as long with locks. */
    private static final int WARM_UP_SECONDS =
            Integer.getInteger("holdfast.bench.warm_up_seconds", 15);

    private static final int HAND_OVERS = 1_000;

    /** Until the compiler has nothing more to do. */
    private static final int FIRST_HAND_OVERS = 20_000;

    /** Between two hand-overs, to know what a request takes by itself. */
    private static final int RENEWALS = 3;

    private static final int WAITERS = 1_000;
    private static final double MEGABYTE = 1024.0 * 1024;

    void run() throws Exception {
        tellSurroundings();
        for (var surroundings : ServerChild.Surroundings.values()) {
            Rounds.say("== server: beside it %s", surroundings);
            try (var scratch = new Scratch();
                    ServerChild child = ServerChild.start(surroundings, scratch.file("audit"))) {
                int port = (int) child.number();
                throughput(port);
                handOver(port);
                memory(child, port);
            }
        }
    }

    private static void tellSurroundings() {
        var system = ManagementFactory.getOperatingSystemMXBean();
        Rounds.say("== server: surroundings");
        Rounds.say(
                "JVM              %s %s",
                System.getProperty("java.vm.name"), System.getProperty("java.vm.version"));
        Rounds.say("processors       %d", system.getAvailableProcessors());
        Rounds.say("load at begin    %.2f", system.getSystemLoadAverage());
        Rounds.say("store            memory, locks and documents");
        Rounds.say(
                "beside it        nothing; then as by default: no access, audit trail in files, metrics, states");
        Rounds.say("connections      %d", CONNECTIONS);
        Rounds.say("warm-up          at least %d s of each", WARM_UP_SECONDS);
        Rounds.say("rounds           %d, echo and locks in turn", ROUNDS);
    }

    private static String wish(String resource, String more) {
        return "{\"resource\":\""
                + resource
                + "\",\"owner\":\"bench\",\"lease_seconds\":60"
                + more
                + "}";
    }

    private static void throughput(int port) throws Exception {
        double[] ratios = new double[ROUNDS];
        var locks = new double[ROUNDS];
        var echoes = new double[ROUNDS];
        try (var connections = new Connections(port)) {
            warmUp(connections);
            for (int round = 0; round < ROUNDS; round++) {
                echoes[round] = echoes(connections).perSecond();
                // An acquire and a release are two requests.
                locks[round] = 2 * cycles(connections).perSecond();
                ratios[round] = locks[round] / echoes[round];
            }
        }
        Rounds.say(
                "== server: acquire and release over HTTP, %d connections, memory store",
                CONNECTIONS);
        Rounds.say("echo             %s requests/s", Rounds.show(echoes));
        Rounds.say("acquire, release %s requests/s", Rounds.show(locks));
        Rounds.say("ratio            %s; goal: at least 0.6", Rounds.show(ratios));
    }

    private static void warmUp(Connections connections) throws Exception {
        double echoed = 0;
        double locked = 0;
        while (echoed < WARM_UP_SECONDS || locked < WARM_UP_SECONDS) {
            echoed += echoes(connections).seconds();
            locked += cycles(connections).seconds();
        }
    }

    private static Load echoes(Connections connections) throws Exception {
        return Load.of(CONNECTIONS, 2 * CALLS, (thread, i) -> echo(connections.of(thread), thread));
    }

    private static Load cycles(Connections connections) throws Exception {
        return Load.of(CONNECTIONS, CALLS, (thread, i) -> cycle(connections.of(thread), thread));
    }

    private static void echo(Wire wire, int thread) throws IOException {
        require(200, wire.call(Wire.request("POST", "/echo", wish("bench-" + thread, ""))));
    }

    private static void cycle(Wire wire, int thread) throws IOException {
        String resource = "bench-" + thread;
        Wire.Answer granted =
                require(201, wire.call(Wire.request("POST", "/v1/locks", wish(resource, ""))));
        String path = "/v1/locks/" + granted.field("lock_id") + "?resource=" + resource;
        require(200, wire.call(Wire.request("DELETE", path, "")));
    }

    private static Wire.Answer require(int status, Wire.Answer answer) {
        if (answer.status() != status) {
            throw new IllegalStateException(answer.toString());
        }
        return answer;
    }

    private static final class Connections implements AutoCloseable {
        private final List<Wire> wires = new ArrayList<>();

        Connections(int port) throws IOException {
            for (int i = 0; i < CONNECTIONS; i++) {
                wires.add(new Wire(port));
            }
        }

        Wire of(int thread) {
            return wires.get(thread);
        }

        @Override
        public void close() throws IOException {
            for (Wire wire : wires) {
                wire.close();
            }
        }
    }

    /** From before the release is sent until the waiter has confirmed what it was offered. */
    private static void handOver(int port) throws Exception {
        long[] nanos = new long[FIRST_HAND_OVERS + ROUNDS * HAND_OVERS];
        long[] trips = new long[nanos.length * RENEWALS];
        try (var holder = new Wire(port);
                var waiter = new Wire(port)) {
            var confirmed = new Exchanger<Long>();
            String held = acquire(holder, "hand-over");
            for (int i = 0; i < nanos.length; i++) {
                var waiting = new CountDownLatch(1);
                int number = i;
                Thread.ofPlatform().start(() -> confirm(waiter, number, waiting, confirmed));
                waiting.await();
                // The poll has to be on its way before the release.
                byte[] renewal = Wire.request("POST", "/v1/locks/" + held + "/renew", "{}");
                for (int j = 0; j < RENEWALS; j++) {
                    long before = System.nanoTime();
                    require(200, holder.call(renewal));
                    trips[i * RENEWALS + j] = System.nanoTime() - before;
                }
                long began = System.nanoTime();
                require(
                        200,
                        holder.call(
                                Wire.request(
                                        "DELETE",
                                        "/v1/locks/" + held + "?resource=hand-over",
                                        "")));
                nanos[i] = confirmed.exchange(0L) - began;
                held = waiterLock;
            }
        }
        tell(nanos, trips);
    }

    private static void tell(long[] nanos, long[] trips) {
        double[] trip = new double[ROUNDS];
        double[] p50 = new double[ROUNDS];
        double[] ratios = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            int first = FIRST_HAND_OVERS + round * HAND_OVERS;
            trip[round] = median(trips, first * RENEWALS, HAND_OVERS * RENEWALS);
            p50[round] = median(nanos, first, HAND_OVERS);
            ratios[round] = p50[round] / trip[round];
        }
        Rounds.say(
                "== server: hand-over to a client that waits over HTTP, until it has confirmed the offer; %d rounds of %,d",
                ROUNDS, HAND_OVERS);
        Rounds.say("renewal          %s us, p50", Rounds.show(trip));
        Rounds.say("hand-over        %s us, p50", Rounds.show(p50));
        Rounds.say("ratio            %s; goal: at most 3", Rounds.show(ratios));
    }

    /** In microseconds. */
    private static double median(long[] nanos, int from, int count) {
        long[] some = Arrays.copyOfRange(nanos, from, from + count);
        Arrays.sort(some);
        return Rounds.percentile(some, 0.5) / 1e3;
    }

    private static volatile String waiterLock = "";

    private static String acquire(Wire wire, String resource) throws IOException {
        return require(201, wire.call(Wire.request("POST", "/v1/locks", wish(resource, ""))))
                .field("lock_id");
    }

    private static void confirm(
            Wire wire, int number, CountDownLatch waiting, Exchanger<Long> confirmed) {
        try {
            String id = "wait-" + number;
            String wish = wish("hand-over", ",\"wait_seconds\":60,\"request_id\":\"" + id + "\"");
            require(202, wire.call(Wire.request("POST", "/v1/locks", wish)));
            wire.send(
                    Wire.request(
                            "GET",
                            "/v1/requests/" + id + "?resource=hand-over",
                            "",
                            "Prefer: wait=20\r\n"));
            waiting.countDown();
            String lock = require(200, wire.receive()).field("lock_id");
            require(
                    200,
                    wire.call(
                            Wire.request(
                                    "POST",
                                    "/v1/locks/" + lock + "/renew",
                                    "{\"resource\":\"hand-over\"}")));
            long now = System.nanoTime();
            waiterLock = lock;
            confirmed.exchange(now);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void memory(ServerChild child, int port) throws Exception {
        List<Wire> wires = new ArrayList<>();
        try (var holder = new Wire(port)) {
            acquire(holder, "crowded");
            long before = child.heap();
            for (int i = 0; i < WAITERS; i++) {
                var wire = new Wire(port);
                wires.add(wire);
                String wish =
                        wish("crowded", ",\"wait_seconds\":60,\"request_id\":\"crowd-" + i + "\"");
                require(202, wire.call(Wire.request("POST", "/v1/locks", wish)));
                wire.send(
                        Wire.request(
                                "GET",
                                "/v1/requests/crowd-" + i + "?resource=crowded",
                                "",
                                "Prefer: wait=25\r\n"));
            }
            require(200, holder.call(Wire.request("GET", "/healthz", "")));
            double cost = (child.heap() - before) / MEGABYTE;
            Rounds.say("== server: memory of %,d clients that wait", WAITERS);
            Rounds.say("%.1f MB; goal: at most 100", cost);
        } finally {
            for (Wire wire : wires) {
                wire.close();
            }
        }
    }
}

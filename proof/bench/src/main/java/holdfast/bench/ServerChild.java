package holdfast.bench;

import holdfast.access.AccessSettings;
import holdfast.access.Authenticator;
import holdfast.audit.AuditSettings;
import holdfast.audit.AuditTrail;
import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.metrics.Metrics;
import holdfast.metrics.MetricsSettings;
import holdfast.server.AccessGate;
import holdfast.server.Beside;
import holdfast.server.Gate;
import holdfast.server.HoldfastServer;
import holdfast.server.Mount;
import holdfast.server.ServerSettings;
import holdfast.server.WatchedGate;
import holdfast.server.Witness;
import holdfast.state.StateSettings;
import holdfast.state.States;
import holdfast.store.LockStore;
import holdfast.store.memory.MemoryDocumentStore;
import holdfast.store.memory.MemoryLockStore;
import io.helidon.webserver.http.HttpRules;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * A server on the memory store in a process of its own, with nothing beside it or with what {@code serve} sets there by default: access that asks
 * nobody, the audit trail, metrics and states. It has one more route: an echo, which gives back what it gets.
 */
final class ServerChild implements AutoCloseable {
    private static final long BODY_MAX = 10_000;

    private final Process process;
    private final BufferedReader answers;

    private ServerChild(Process process) {
        this.process = process;
        this.answers = process.inputReader();
    }

    /** What the server has beside the engine. */
    enum Surroundings {
        NOTHING,
        AS_BY_DEFAULT
    }

    /** @param audit where the trail is written */
    static ServerChild start(Surroundings surroundings, Path audit) throws IOException {
        return new ServerChild(
                new ProcessBuilder(
                                List.of(
                                        Path.of(System.getProperty("java.home"), "bin", "java")
                                                .toString(),
                                        "-XX:+UseSerialGC",
                                        "-cp",
                                        System.getProperty("java.class.path"),
                                        ServerChild.class.getName(),
                                        surroundings.name(),
                                        audit.toString()))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start());
    }

    /** The next number that the child says: first the port of the server. */
    long number() throws IOException {
        return Long.parseLong(answers.readLine());
    }

    /** Bytes of the heap that are in use after a collection. */
    long heap() throws IOException {
        process.outputWriter().write("heap\n");
        process.outputWriter().flush();
        return number();
    }

    public static void main(String[] args) throws IOException {
        var store = MemoryLockStore.withSystemClock();
        var engine = LockEngine.open(store, EngineSettings.DEFAULT);
        var settings = ServerSettings.DEFAULT.at("127.0.0.1", 0);
        var server =
                HoldfastServer.start(
                        switch (Surroundings.valueOf(args[0])) {
                            case NOTHING -> new HoldfastServer.Parts(engine, store, Gate.OPEN);
                            case AS_BY_DEFAULT -> parts(engine, store, Path.of(args[1]));
                        },
                        settings,
                        List.of(new Mount("/echo", ServerChild::echo, BODY_MAX)));
        System.out.println(server.port());
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (in.readLine() != null) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            System.out.println(runtime.totalMemory() - runtime.freeMemory());
        }
        System.exit(0);
    }

    private static HoldfastServer.Parts parts(LockEngine engine, LockStore store, Path folder) {
        InstantSource clock = InstantSource.system();
        var documents = new MemoryDocumentStore();
        AuditTrail trail = AuditTrail.open(AuditSettings.in(folder, "bench"), documents, clock);
        Metrics metrics = Metrics.on(engine, MetricsSettings.DEFAULT);
        Authenticator access = Authenticator.of(AccessSettings.NONE, documents, clock);
        var beside =
                new Beside(
                                Optional.of(metrics::scrape),
                                Optional.of(trail),
                                Optional.of(documents),
                                Optional.empty())
                        .counting(metrics::error)
                        .with(new States(documents, StateSettings.DEFAULT, clock));
        return new HoldfastServer.Parts(
                engine,
                store,
                new WatchedGate(new AccessGate(access), trail),
                Optional.empty(),
                Witness.NONE,
                List.of(),
                beside);
    }

    private static void echo(HttpRules rules) {
        rules.post("/", (request, response) -> response.send(request.content().as(byte[].class)));
    }

    @Override
    public void close() {
        process.destroy();
    }
}

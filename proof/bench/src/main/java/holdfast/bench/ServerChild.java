package holdfast.bench;

import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.server.Gate;
import holdfast.server.HoldfastServer;
import holdfast.server.Mount;
import holdfast.server.ServerSettings;
import holdfast.store.memory.MemoryLockStore;
import io.helidon.webserver.http.HttpRules;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A server on the memory store in a process of its own, with one more route: an echo, which gives back what it gets. */
final class ServerChild implements AutoCloseable {
    private static final long BODY_MAX = 10_000;

    private final Process process;
    private final BufferedReader answers;

    private ServerChild(Process process) {
        this.process = process;
        this.answers = process.inputReader();
    }

    static ServerChild start() throws IOException {
        return new ServerChild(
                new ProcessBuilder(
                                List.of(
                                        Path.of(System.getProperty("java.home"), "bin", "java")
                                                .toString(),
                                        "-XX:+UseSerialGC",
                                        "-cp",
                                        System.getProperty("java.class.path"),
                                        ServerChild.class.getName()))
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
                        new HoldfastServer.Parts(engine, store, Gate.OPEN),
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

    private static void echo(HttpRules rules) {
        rules.post("/", (request, response) -> response.send(request.content().as(byte[].class)));
    }

    @Override
    public void close() {
        process.destroy();
    }
}

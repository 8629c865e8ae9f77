package holdfast.bench;

import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.server.Gate;
import holdfast.server.HoldfastServer;
import holdfast.server.ServerSettings;
import holdfast.store.memory.MemoryLockStore;
import io.helidon.webserver.WebServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A server on the memory store in a process of its own, and beside it an echo: the same web server that gives back what it gets. */
final class ServerChild implements AutoCloseable {
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

    /** The next number that the child says: first the port of the server, then that of the echo. */
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
                HoldfastServer.start(new HoldfastServer.Parts(engine, store, Gate.OPEN), settings);
        WebServer echo =
                WebServer.builder()
                        .host("127.0.0.1")
                        .port(0)
                        .routing(routing ->
                                routing.post(
                                        "/echo",
                                        (request, response) ->
                                                response.send(request.content().as(byte[].class))))
                        .build()
                        .start();
        System.out.println(server.port());
        System.out.println(echo.port());
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (in.readLine() != null) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            System.out.println(runtime.totalMemory() - runtime.freeMemory());
        }
        System.exit(0);
    }

    @Override
    public void close() {
        process.destroy();
    }
}

package holdfast.store.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A real redis-server on a free port of loopback, with a folder of its own. Closing ends it. */
public final class RedisProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Path folder;
    private final List<String> command;
    private final int port;
    private Process process;

    private RedisProcess(Path folder, List<String> command, int port) {
        this.folder = folder;
        this.command = command;
        this.port = port;
        this.process = run(folder, command);
    }

    /** @param options as on the command line, as in {@code "--appendonly", "yes"} */
    public static RedisProcess start(String... options) {
        return start(freePort(), options);
    }

    public static RedisProcess start(int port, String... options) {
        Path folder = newFolder();
        var command = new ArrayList<String>();
        command.add(RedisBinary.unpackInto(folder).toString());
        command.addAll(
                List.of("--port", Integer.toString(port), "--bind", "127.0.0.1", "--dir", "."));
        // A master would wait for more replicas to come before it feeds the first.
        command.addAll(List.of("--save", "", "--repl-diskless-sync-delay", "0"));
        command.addAll(List.of(options));
        return new RedisProcess(folder, command, port);
    }

    /** @param config what it watches, as in a file for Sentinel */
    public static RedisProcess sentinel(String config) {
        int port = freePort();
        Path folder = newFolder();
        try {
            Files.writeString(folder.resolve("sentinel.conf"), config);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var command =
                List.of(
                        RedisBinary.unpackInto(folder).toString(),
                        "sentinel.conf",
                        "--sentinel",
                        "--port",
                        Integer.toString(port),
                        "--bind",
                        "127.0.0.1");
        return new RedisProcess(folder, command, port);
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("holdfast-redis");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Not so high that the second port of a cluster node, which is 10000 above, would not exist. */
    public static int freePort() {
        for (int attempt = 0; attempt < 200; attempt++) {
            try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                if (socket.getLocalPort() < 55_000) {
                    return socket.getLocalPort();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        throw new IllegalStateException("there is no free port");
    }

    private static Process run(Path folder, List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command)
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .start();
            awaitReady(process);
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads on afterwards: a server whose output nobody takes would stop. */
    private static void awaitReady(Process process) {
        var ready = new CountDownLatch(1);
        var said = new ConcurrentLinkedQueue<String>();
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    try (var lines =
                            new BufferedReader(
                                    new InputStreamReader(
                                            process.getInputStream(), StandardCharsets.UTF_8))) {
                        lines.lines()
                                .forEach(line -> {
                                    said.add(line);
                                    if (line.contains("eady to accept connections")
                                            || line.contains("Sentinel ID is")) {
                                        ready.countDown();
                                    }
                                });
                    } catch (IOException | UncheckedIOException e) {
                        said.add(e.toString());
                    }
                });
        try {
            if (!ready.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("redis-server did not start: " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public int port() {
        return port;
    }

    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    /** As {@code kill -9} does. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** On the same port and folder. */
    public void restart() {
        process = run(folder, command);
    }

    /** @param name as in {@code STOP} and {@code CONT} */
    public void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .onExit()
                    .join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

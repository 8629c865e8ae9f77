package holdfast.redlock;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A real redis-server on a free port of loopback that keeps nothing on disk. Closing ends the process. */
final class RedisServer implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;
    private static final Path BINARY = unpacked();

    private final RedisClient client = RedisClient.create();
    private final int port;
    private Process process;
    private StatefulRedisConnection<String, String> connection;

    private RedisServer(int port) {
        this.port = port;
        this.process = run(port);
        this.connection = client.connect(uri());
    }

    static RedisServer start() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = socket.getLocalPort();
            socket.close();
            return new RedisServer(port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The one of {@code HOLDFAST_REDIS_SERVER}, or the one that a test library carries. */
    private static Path unpacked() {
        String given = System.getenv("HOLDFAST_REDIS_SERVER");
        if (given != null) {
            return Path.of(given);
        }
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        String name =
                "/redis-server-7.0.15-"
                        + (os.contains("mac") ? "darwin" : "linux")
                        + (arch.contains("aarch64") || arch.contains("arm") ? "-arm64" : "-amd64");
        try (InputStream in =
                Objects.requireNonNull(RedisServer.class.getResourceAsStream(name), name)) {
            Path binary = Files.createTempFile("holdfast-redis-server", "");
            binary.toFile().deleteOnExit();
            Files.write(binary, in.readAllBytes());
            if (!binary.toFile().setExecutable(true)) {
                throw new IllegalStateException(binary + " cannot be made executable");
            }
            return binary;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Process run(int port) {
        var command =
                List.of(
                        BINARY.toString(),
                        "--port",
                        Integer.toString(port),
                        "--bind",
                        "127.0.0.1",
                        "--save",
                        "");
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            var ready = new CountDownLatch(1);
            // Reads on afterwards: a server whose output nobody takes would stop.
            Thread.ofPlatform().daemon().start(() -> readOutput(process, ready));
            if (!ready.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("redis-server did not start");
            }
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void readOutput(Process process, CountDownLatch ready) {
        try (var lines =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.contains("eady to accept connections")) {
                    ready.countDown();
                }
            }
        } catch (IOException e) {
            // The process ended.
        }
    }

    private RedisURI uri() {
        return RedisURI.builder()
                .withHost("127.0.0.1")
                .withPort(port)
                .withTimeout(Duration.ofSeconds(PATIENCE_SECONDS))
                .build();
    }

    int port() {
        return port;
    }

    String name() {
        return "127.0.0.1:" + port;
    }

    String url() {
        return "redis://" + name();
    }

    RedisCommands<String, String> commands() {
        return connection.sync();
    }

    void kill() {
        connection.close();
        process.destroyForcibly().onExit().join();
    }

    /** Empty, on the same port. */
    void restart() {
        process = run(port);
        connection = client.connect(uri());
    }

    /** It goes on listening, and answers nobody. */
    void pause() {
        signal("STOP");
    }

    void resume() {
        signal("CONT");
    }

    private void signal(String name) {
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
        connection.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        process.destroyForcibly().onExit().join();
    }
}

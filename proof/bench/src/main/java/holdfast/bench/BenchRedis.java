package holdfast.bench;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real redis-server on loopback, and what it says of the time that commands took: the one of {@code HOLDFAST_REDIS_SERVER}, or
 * the one that a library carries. That one is built with musl and without jemalloc; scripts took 20 to 30 % longer in it than in
 * Debian's of the same version.
 */
final class BenchRedis implements AutoCloseable {
    private static final String VERSION = "7.0.15";
    private static final long PATIENCE_NANOS = Duration.ofSeconds(20).toNanos();

    private final int port;
    private final Process process;
    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;

    BenchRedis(Scratch scratch) throws IOException {
        port = freePort();
        process =
                new ProcessBuilder(
                                binary(scratch).toString(),
                                "--port",
                                Integer.toString(port),
                                "--bind",
                                "127.0.0.1",
                                "--save",
                                "")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        awaitPort();
        client = RedisClient.create(RedisURI.create("127.0.0.1", port));
        connection = client.connect();
    }

    private static Path binary(Scratch scratch) throws IOException {
        String given = System.getenv("HOLDFAST_REDIS_SERVER");
        if (given != null) {
            return Path.of(given);
        }
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        String name =
                "/redis-server-%s-%s-%s"
                        .formatted(
                                VERSION,
                                os.contains("mac") ? "darwin" : "linux",
                                arch.contains("aarch64") || arch.contains("arm")
                                        ? "arm64"
                                        : "amd64");
        Path binary = scratch.file("redis-server").toAbsolutePath();
        try (InputStream in =
                Objects.requireNonNull(BenchRedis.class.getResourceAsStream(name), name)) {
            Files.copy(in, binary);
        }
        if (!binary.toFile().setExecutable(true)) {
            throw new IOException(binary + " cannot be made executable");
        }
        return binary;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitPort() {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!answers()) {
            if (System.nanoTime() > deadline || !process.isAlive()) {
                process.destroyForcibly();
                throw new IllegalStateException("redis-server did not start");
            }
            LockSupport.parkNanos(20_000_000);
        }
    }

    private boolean answers() {
        var probe = RedisClient.create(RedisURI.create("127.0.0.1", port));
        try (var probing = probe.connect()) {
            return probing.sync().ping().equals("PONG");
        } catch (RuntimeException e) {
            return false;
        } finally {
            probe.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        }
    }

    String url() {
        return "redis://127.0.0.1:" + port;
    }

    /** Forgets the time of all commands so far. */
    void resetTimes() {
        connection.sync().configResetstat();
    }

    /** Microseconds that one call of the command took inside Redis, on average, and how many calls there were. */
    Spent spent(String command) {
        Matcher line =
                Pattern.compile("cmdstat_" + command + ":calls=(\\d+),usec=(\\d+)")
                        .matcher(connection.sync().info("commandstats"));
        return line.find()
                ? new Spent(
                        Long.parseLong(line.group(1)),
                        Double.parseDouble(line.group(2)) / Long.parseLong(line.group(1)))
                : new Spent(0, 0);
    }

    record Spent(long calls, double microsEach) {}

    @Override
    public void close() {
        connection.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        process.destroyForcibly().onExit().join();
    }
}

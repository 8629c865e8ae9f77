package holdfast.store.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A server that speaks S3, in a process of its own, on loopback. */
public final class S3Process implements AutoCloseable {
    private static final long START_SECONDS_MAX = 60;

    private final HttpClient http = HttpClient.newHttpClient();
    private final Path folder;
    private final Process process;
    private final int port;

    public S3Process() {
        try {
            folder = Files.createTempDirectory("s3mock");
            port = freePort();
            process =
                    new ProcessBuilder(
                                    ProcessHandle.current().info().command().orElseThrow(),
                                    "-Xmx512m",
                                    // It lives for seconds: half of its time is to start.
                                    "-XX:TieredStopAtLevel=1",
                                    "-XX:+UseSerialGC",
                                    "-Djava.io.tmpdir=" + folder,
                                    "-jar",
                                    jar(),
                                    "--server.port=" + freePort(),
                                    "--http.port=" + port)
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("log").toFile())
                            .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        awaitStart();
    }

    private static String jar() {
        return Arrays.stream(System.getProperty("java.class.path").split(":"))
                .filter(entry -> entry.contains("s3mock") && entry.endsWith("-exec.jar"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no s3mock on the class path"));
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitStart() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS_MAX);
        while (System.nanoTime() < deadline) {
            try {
                http.send(
                        HttpRequest.newBuilder(endpoint()).build(),
                        HttpResponse.BodyHandlers.discarding());
                return;
            } catch (IOException e) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
        throw new AssertionError("S3Mock did not start: see " + folder.resolve("log"));
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** The name of a bucket that nobody has used yet. */
    public String newBucket() {
        String bucket = "b" + UUID.randomUUID();
        try {
            HttpResponse<Void> answer =
                    http.send(
                            HttpRequest.newBuilder(endpoint().resolve("/" + bucket))
                                    .PUT(HttpRequest.BodyPublishers.noBody())
                                    .build(),
                            HttpResponse.BodyHandlers.discarding());
            if (answer.statusCode() != 200) {
                throw new AssertionError("no bucket: " + answer);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
        return bucket;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            try (var files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        http.close();
    }
}

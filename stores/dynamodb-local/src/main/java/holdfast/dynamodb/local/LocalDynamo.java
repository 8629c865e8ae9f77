package holdfast.dynamodb.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** A DynamoDB Local on a free port of loopback, which keeps its data in memory or in a folder. Closing ends it. */
public final class LocalDynamo implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final String REGION = "eu-central-1";

    /** It has a thread and a file for each access key and region; what is signed with, it does not look at. */
    private static final String CREDENTIALS =
            "AWS4-HMAC-SHA256 Credential=local/20260101/"
                    + REGION
                    + "/dynamodb/aws4_request, SignedHeaders=host, Signature=none";

    private static final String MAIN = "com.amazonaws.services.dynamodbv2.local.main.ServerRunner";

    /** Most tests are over before the better compiler has paid for itself. */
    private static final List<String> SOON_READY = List.of("-XX:TieredStopAtLevel=1");

    private final int port;
    private final List<String> javaOptions;

    /** How it is told where to keep its data. */
    private final List<String> keeping;

    private volatile Process process;

    private LocalDynamo(int port, List<String> javaOptions, List<String> keeping)
            throws IOException {
        this.port = port;
        this.javaOptions = javaOptions;
        this.keeping = keeping;
        this.process = run();
        awaitReady();
    }

    /** What it keeps goes with it. */
    public static LocalDynamo start() {
        return start(SOON_READY, List.of("-inMemory"));
    }

    /** As fast as it becomes, after some 10,000 requests of each kind. What it keeps goes with it. */
    public static LocalDynamo startToMeasure() {
        return start(List.of(), List.of("-inMemory"));
    }

    /** What it keeps is there again after {@link #restart}. */
    public static LocalDynamo keepingIn(Path folder) {
        return start(SOON_READY, List.of("-dbPath", folder.toString()));
    }

    private static LocalDynamo start(List<String> javaOptions, List<String> keeping) {
        // Any credentials do, but a client wants some.
        System.setProperty("aws.accessKeyId", "local");
        System.setProperty("aws.secretAccessKey", "local");
        try {
            return new LocalDynamo(freePort(), javaOptions, keeping);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process run() throws IOException {
        Path folder = folder();
        String classPath;
        try (var files = Files.list(folder)) {
            classPath =
                    files.map(Path::toString)
                            .filter(file -> file.endsWith(".jar"))
                            .sorted()
                            .collect(Collectors.joining(":"));
        }
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(javaOptions);
        command.addAll(
                List.of(
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djava.library.path=" + folder,
                        "-cp",
                        classPath,
                        MAIN,
                        "-port",
                        Integer.toString(port)));
        command.addAll(keeping);
        var builder =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("DDB_LOCAL_TELEMETRY", "0");
        Process started = builder.start();
        // A test that is killed must not leave it behind.
        Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
        return started;
    }

    private static Path folder() throws IOException {
        try (InputStream place = LocalDynamo.class.getResourceAsStream("place.properties")) {
            var properties = new Properties();
            properties.load(place);
            return Path.of(properties.getProperty("server"));
        }
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReady() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (process.isAlive() && System.nanoTime() < deadline) {
            try (var socket = new Socket()) {
                socket.connect(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
                return;
            } catch (IOException e) {
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
        process.destroyForcibly();
        throw new IllegalStateException("DynamoDB Local did not start");
    }

    /**
     * DynamoDB Local answers a transaction before it has written it: the writing is left to the thread on which everything is done, one
     * thing after the other. So when that thread has answered a question, all is written that was answered before the question.
     */
    private void awaitWritten() {
        HttpRequest question =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                        .timeout(PATIENCE)
                        .header("Content-Type", "application/x-amz-json-1.0")
                        .header("X-Amz-Target", "DynamoDB_20120810.ListTables")
                        .header("Authorization", CREDENTIALS)
                        .POST(HttpRequest.BodyPublishers.ofString("{}"))
                        .build();
        try (var client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer =
                    client.send(question, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException("DynamoDB Local cannot tell: " + answer.body());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The time that processors have worked for it. */
    public Duration processorTime() {
        return process.info().totalCpuDuration().orElseThrow();
    }

    public int port() {
        return port;
    }

    /** The settings of an address that leads here. */
    public String settings() {
        return settings(port);
    }

    /** The settings of an address that leads to another port, as that of a proxy. */
    public static String settings(int port) {
        return "region=" + REGION + "&endpoint=http://127.0.0.1:" + port;
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

    /**
     * Kills it as {@code kill -9} does, in the middle of whatever it does, and starts it again on the same port. What it had answered
     * when this was called is there again, as with the service itself; of what it answers from then on, that is not sure.
     */
    public void restart() {
        awaitWritten();
        close();
        try {
            process = run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        awaitReady();
    }

    /** As {@code kill -9} does, and waits for the end. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}

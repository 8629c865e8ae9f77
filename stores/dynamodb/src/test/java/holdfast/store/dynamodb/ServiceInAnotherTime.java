package holdfast.store.dynamodb;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Stands before a DynamoDB as the service would for a host whose clock is wrong: it dates its answers by another time, and refuses
 * what was signed more than five minutes before or after it.
 */
final class ServiceInAnotherTime implements AutoCloseable {
    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final DateTimeFormatter SIGNED =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private final URI behind;
    private final Duration ahead;
    private final ServerSocket door;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger refused = new AtomicInteger();

    /** A request or an answer; the first line is left to whoever sends it. */
    private record Message(Map<String, String> headers, byte[] body) {}

    private ServiceInAnotherTime(int port, Duration ahead) throws IOException {
        this.behind = URI.create("http://127.0.0.1:" + port + "/");
        this.ahead = ahead;
        this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::open);
    }

    /** @param ahead by how much the service's time is before that of this host */
    static ServiceInAnotherTime before(int port, Duration ahead) {
        try {
            return new ServiceInAnotherTime(port, ahead);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return door.getLocalPort();
    }

    Instant now() {
        return Instant.now().plus(ahead);
    }

    /** How many requests were refused for their date. */
    int refused() {
        return refused.get();
    }

    private void open() {
        while (!door.isClosed()) {
            try {
                Socket caller = door.accept();
                threads.execute(() -> serve(caller));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket caller) {
        try (caller) {
            var in = new BufferedInputStream(caller.getInputStream());
            for (Message request = read(in); request != null; request = read(in)) {
                caller.getOutputStream().write(answer(request));
            }
        } catch (IOException e) {
            // The caller has gone.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static @Nullable Message read(InputStream in) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = line(in); line != null && !line.isEmpty(); line = line(in)) {
            lines.add(line);
        }
        if (lines.isEmpty()) {
            return null;
        }
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line : lines.subList(1, lines.size())) {
            int colon = line.indexOf(':');
            headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("Content-Length", "0"));
        return new Message(headers, in.readNBytes(length));
    }

    private static @Nullable String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next != -1; next = in.read()) {
            if (next == '\n') {
                return line.toString();
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return null;
    }

    private byte[] answer(Message request) throws IOException, InterruptedException {
        String signed = request.headers().get("X-Amz-Date");
        Instant at = LocalDateTime.parse(signed, SIGNED).toInstant(ZoneOffset.UTC);
        Instant now = now();
        if (at.isBefore(now.minus(TOLERANCE))) {
            return refusal("Signature expired: " + signed + " is now earlier than", now);
        }
        if (at.isAfter(now.plus(TOLERANCE))) {
            return refusal("Signature not yet current: " + signed + " is still later than", now);
        }
        HttpResponse<byte[]> passed = pass(request);
        String kind = passed.headers().firstValue("Content-Type").orElse("text/plain");
        String sum =
                passed.headers()
                        .firstValue("x-amz-crc32")
                        .map(crc -> "x-amz-crc32: " + crc + "\r\n")
                        .orElse("");
        return message(passed.statusCode(), kind, sum, passed.body());
    }

    private HttpResponse<byte[]> pass(Message request) throws IOException, InterruptedException {
        var passed =
                HttpRequest.newBuilder(behind)
                        .POST(HttpRequest.BodyPublishers.ofByteArray(request.body()));
        for (String header :
                List.of("X-Amz-Target", "X-Amz-Date", "Authorization", "Content-Type")) {
            passed.header(header, request.headers().get(header));
        }
        return client.send(passed.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private byte[] refusal(String why, Instant now) {
        refused.incrementAndGet();
        String json =
                "{\"__type\":\"com.amazon.coral.service#InvalidSignatureException\",\"message\":\""
                        + why
                        + " "
                        + SIGNED.format(now)
                        + "\"}";
        return message(
                400, "application/x-amz-json-1.0", "", json.getBytes(StandardCharsets.UTF_8));
    }

    private byte[] message(int status, String kind, String more, byte[] body) {
        String head =
                "HTTP/1.1 "
                        + status
                        + " -\r\nDate: "
                        + DateTimeFormatter.RFC_1123_DATE_TIME.format(now().atZone(ZoneOffset.UTC))
                        + "\r\nContent-Type: "
                        + kind
                        + "\r\n"
                        + more
                        + "Content-Length: "
                        + body.length
                        + "\r\n\r\n";
        byte[] first = head.getBytes(StandardCharsets.US_ASCII);
        byte[] all = new byte[first.length + body.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(body, 0, all, first.length, body.length);
        return all;
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.shutdownNow();
        client.close();
    }
}

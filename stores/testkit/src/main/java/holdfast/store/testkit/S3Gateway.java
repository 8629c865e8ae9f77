package holdfast.store.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands before S3Mock and lets one request through at a time, since S3Mock, unlike S3, checks a condition and writes in two steps.
 * Fails as a test asks.
 */
public final class S3Gateway implements AutoCloseable {
    private static final String IF_NONE_MATCH = "if-none-match";
    private static final Pattern LISTED =
            Pattern.compile(
                    "<Contents>(?:(?!</Contents>).)*?<Key>([^<]*)</Key>.*?</Contents>",
                    Pattern.DOTALL);

    private static final Set<String> NOT_FORWARDED =
            Set.of(
                    "host",
                    "connection",
                    "content-length",
                    "expect",
                    "transfer-encoding",
                    "upgrade");

    private final HttpClient http = HttpClient.newHttpClient();
    private final ExecutorService one = Executors.newSingleThreadExecutor();
    private final S3Process s3;
    private final HttpServer server;
    private final Marks marks;

    /** The paths of objects that were removed here, if their marks are nothing. Of the one thread alone. */
    private final Set<String> removed = new HashSet<>();

    private volatile Fault fault = Fault.NONE;
    private volatile String method = "";
    private final AtomicInteger passing = new AtomicInteger();
    private final AtomicInteger left = new AtomicInteger();

    /** What becomes of a request. */
    public enum Fault {
        NONE,
        /** It is answered 500 and never reaches the server. */
        ERROR_BEFORE,
        /** It is done and answered 500. */
        ERROR_AFTER,
        /** It is done, and answered 503, as a gateway does that gave up on its answer. */
        UNAVAILABLE_AFTER,
        /** It is answered 503, as S3 does to slow a client down. */
        SLOW_DOWN,
        /** It is done, and done again, as a client does that meets a cut connection; the second answer is told. */
        SENT_TWICE,
        /** It is done, and the connection is cut. */
        CUT_AFTER,
        /** It is answered 409 and never reaches the server. */
        COLLISION
    }

    /** Where versions are kept, what the mark is that an object was removed. */
    public enum Marks {
        /** An object, as S3Mock has it: it is listed, and refuses a write on the condition that there is none. */
        REFUSE,
        /** Nothing, as S3 documents it. */
        PASS
    }

    public S3Gateway(S3Process s3) {
        this(s3, Marks.REFUSE);
    }

    public S3Gateway(S3Process s3, Marks marks) {
        this.s3 = s3;
        this.marks = marks;
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(one);
        server.createContext("/", this::handle);
        server.start();
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** The next so many requests with this method. */
    public void fail(Fault next, String ofMethod, int times) {
        failAfter(0, next, ofMethod, times);
    }

    /** The same, once so many requests with this method have passed. */
    public void failAfter(int passed, Fault next, String ofMethod, int times) {
        passing.set(passed);
        left.set(times);
        method = ofMethod;
        fault = next;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Fault now = Fault.NONE;
            if (exchange.getRequestMethod().equals(method)
                    && passing.getAndDecrement() <= 0
                    && left.getAndDecrement() > 0) {
                now = fault;
            }
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (now == Fault.NONE && replacesAMark(exchange)) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            switch (now) {
                case NONE -> answer(exchange, forward(exchange, body));
                case ERROR_BEFORE -> exchange.sendResponseHeaders(500, -1);
                case SLOW_DOWN -> slowDown(exchange);
                case UNAVAILABLE_AFTER -> {
                    forward(exchange, body);
                    exchange.sendResponseHeaders(503, -1);
                }
                case COLLISION -> exchange.sendResponseHeaders(409, -1);
                case ERROR_AFTER -> {
                    forward(exchange, body);
                    exchange.sendResponseHeaders(500, -1);
                }
                case SENT_TWICE -> {
                    forward(exchange, body);
                    answer(exchange, forward(exchange, body));
                }
                case CUT_AFTER -> forward(exchange, body);
            }
        }
    }

    /** S3Mock compares the version with what was removed; S3 finds none. */
    private boolean replacesAMark(HttpExchange exchange) {
        return exchange.getRequestHeaders().containsKey("If-Match")
                && removed.contains(exchange.getRequestURI().getPath());
    }

    private static void slowDown(HttpExchange exchange) throws IOException {
        byte[] error =
                "<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>"
                        .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/xml");
        exchange.sendResponseHeaders(503, error.length);
        exchange.getResponseBody().write(error);
    }

    private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body) throws IOException {
        String method = exchange.getRequestMethod();
        String path = exchange.getRequestURI().getPath();
        HttpRequest.Builder request =
                HttpRequest.newBuilder(
                                URI.create(s3.endpoint() + exchange.getRequestURI().toString()))
                        .method(method, HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders()
                .forEach((name, values) -> {
                    String header = name.toLowerCase(Locale.ROOT);
                    boolean byAMark = header.equals(IF_NONE_MATCH) && removed.contains(path);
                    if (!NOT_FORWARDED.contains(header) && !byAMark) {
                        values.forEach(value -> request.header(name, value));
                    }
                });
        HttpResponse<byte[]> answer;
        try {
            answer = http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        if (marks == Marks.PASS && answer.statusCode() < 300) {
            if (method.equals("DELETE")) {
                removed.add(path);
            } else if (method.equals("PUT")) {
                removed.remove(path);
            }
        }
        return answer;
    }

    /** S3Mock lists what has a mark; S3 does not. */
    private byte[] withoutMarked(HttpExchange exchange, byte[] body) {
        boolean isList =
                exchange.getRequestMethod().equals("GET")
                        && String.valueOf(exchange.getRequestURI().getRawQuery())
                                .contains("list-type=2");
        if (!isList || removed.isEmpty()) {
            return body;
        }
        String bucket = exchange.getRequestURI().getPath().replaceAll("/+$", "");
        return LISTED.matcher(new String(body, StandardCharsets.UTF_8))
                .replaceAll(listed ->
                        removed.contains(bucket + "/" + decoded(listed.group(1)))
                                ? ""
                                : Matcher.quoteReplacement(listed.group()))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String decoded(String key) {
        try {
            return URLDecoder.decode(key, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return key; // It was not encoded.
        }
    }

    private void answer(HttpExchange exchange, HttpResponse<byte[]> from) throws IOException {
        byte[] body = withoutMarked(exchange, from.body());
        from.headers()
                .map()
                .forEach((name, values) -> {
                    if (!name.startsWith(":")
                            && !NOT_FORWARDED.contains(name.toLowerCase(Locale.ROOT))) {
                        exchange.getResponseHeaders().put(name, values);
                    }
                });
        boolean head = exchange.getRequestMethod().equals("HEAD");
        if (head) {
            from.headers()
                    .firstValue("content-length")
                    .ifPresent(
                            length -> exchange.getResponseHeaders().set("Content-Length", length));
        }
        exchange.sendResponseHeaders(
                from.statusCode(), head || body.length == 0 ? -1 : body.length);
        if (!head && body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        one.shutdownNow();
        http.close();
    }
}

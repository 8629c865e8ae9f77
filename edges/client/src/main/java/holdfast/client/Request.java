package holdfast.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * What is asked of a server.
 *
 * @param target path and query
 * @param waits how long the answer may wait for something to happen
 * @param deadline after which no answer is of use any more
 * @param repeats whether it may be made twice
 */
record Request(
        String method,
        String target,
        Map<String, String> headers,
        Optional<byte[]> body,
        Duration waits,
        Optional<Duration> deadline,
        Repeats repeats) {
    static final String ACCEPT = "Accept";

    /** Whether a request that may have been heard is made again. */
    enum Repeats {
        UNTIL_ANSWERED,
        NEVER
    }

    static Request get(String path) {
        return of("GET", path);
    }

    static Request delete(String path) {
        return of("DELETE", path);
    }

    static Request post(String path, Consumer<JsonGenerator> fields) {
        return of("POST", path).saying(Body.object(fields));
    }

    static Request post(String path, String json) {
        return of("POST", path).saying(json.getBytes(StandardCharsets.UTF_8));
    }

    static Request put(String path, byte[] body) {
        return of("PUT", path).saying(body);
    }

    private Request saying(byte[] json) {
        return new Request(method, target, headers, Optional.of(json), waits, deadline, repeats);
    }

    /** For what would happen twice. */
    Request atMostOnce() {
        return new Request(method, target, headers, body, waits, deadline, Repeats.NEVER);
    }

    private static Request of(String method, String path) {
        return new Request(
                method,
                path,
                Map.of(),
                Optional.empty(),
                Duration.ZERO,
                Optional.empty(),
                Repeats.UNTIL_ANSWERED);
    }

    /** A path from its parts, of which the odd ones may hold anything. */
    static String path(String fixed, String any, String rest) {
        return fixed + encoded(any) + rest;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    Request with(String parameter, String value) {
        String joined =
                target + (target.contains("?") ? "&" : "?") + parameter + "=" + encoded(value);
        return new Request(method, joined, headers, body, waits, deadline, repeats);
    }

    /** Under a new name, by which a server that has heard it before knows the repetition to be one. */
    Request named() {
        Map<String, String> all = new HashMap<>(headers);
        all.put("Idempotency-Key", UUID.randomUUID().toString());
        return new Request(method, target, all, body, waits, deadline, repeats);
    }

    /** In whole seconds. */
    Request waiting(Duration atMost) {
        Map<String, String> all = new HashMap<>(headers);
        all.put("Prefer", "wait=" + atMost.toSeconds());
        return new Request(method, target, all, body, atMost, deadline, repeats);
    }

    /** For what is large and takes its time. */
    Request lasting(Duration atMost) {
        return new Request(method, target, headers, body, atMost, deadline, repeats);
    }

    /** For an answer that is not read as JSON, unless it says why there is none. */
    Request forBytes() {
        Map<String, String> all = new HashMap<>(headers);
        all.put(ACCEPT, "*/*");
        return new Request(method, target, all, body, waits, deadline, repeats);
    }

    boolean isForBytes() {
        return headers.containsKey(ACCEPT);
    }

    Request within(Duration time) {
        return new Request(method, target, headers, body, waits, Optional.of(time), repeats);
    }

    boolean onlyReads() {
        return method.equals("GET");
    }
}

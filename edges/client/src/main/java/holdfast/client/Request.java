package holdfast.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * What is asked of a server.
 *
 * @param target path and query
 * @param waits how long the answer may wait for something to happen
 * @param deadline after which no answer is of use any more
 */
record Request(
        String method,
        String target,
        Map<String, String> headers,
        Optional<byte[]> body,
        Duration waits,
        Optional<Duration> deadline) {
    static Request get(String path) {
        return of("GET", path);
    }

    static Request delete(String path) {
        return of("DELETE", path);
    }

    static Request post(String path, Consumer<JsonGenerator> fields) {
        Request bare = of("POST", path);
        return new Request(
                bare.method,
                bare.target,
                bare.headers,
                Optional.of(Body.object(fields)),
                bare.waits,
                bare.deadline);
    }

    private static Request of(String method, String path) {
        return new Request(
                method, path, Map.of(), Optional.empty(), Duration.ZERO, Optional.empty());
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
        return new Request(method, joined, headers, body, waits, deadline);
    }

    /** In whole seconds. */
    Request waiting(Duration atMost) {
        Map<String, String> all = new HashMap<>(headers);
        all.put("Prefer", "wait=" + atMost.toSeconds());
        return new Request(method, target, all, body, atMost, deadline);
    }

    Request within(Duration time) {
        return new Request(method, target, headers, body, waits, Optional.of(time));
    }

    boolean onlyReads() {
        return method.equals("GET");
    }
}

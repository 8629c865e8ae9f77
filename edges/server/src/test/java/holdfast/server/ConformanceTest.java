package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The API is what its description says, and the description what the API does. */
@Timeout(120)
@ResourceLock(value = StatesOverHttpTest.ROOM, mode = ResourceAccessMode.READ)
final class ConformanceTest {
    private static final int REQUESTS_PER_OPERATION = 150;
    private static final String PARAMETER = "\\{[a-z_]+}";
    private static final Map<String, Object> PROBLEM =
            Map.of("$ref", "#/components/schemas/Problem");

    private final Served served = Served.start();
    private final Map<String, @Nullable Object> document =
            JsonText.object(DescriptionRoutes.document());
    private final Schemas schemas = new Schemas(this::resolved);

    @AfterEach
    void stop() {
        served.close();
    }

    /** One method of one path of the description. */
    private record Operation(String method, String path, Map<String, Object> description) {}

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(@Nullable Object value) {
        return (Map<String, Object>) Objects.requireNonNull(value);
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(@Nullable Object value) {
        return value == null ? List.of() : (List<Object>) value;
    }

    private Map<String, Object> resolved(@Nullable Object value) {
        Map<String, Object> part = object(value);
        if (!(part.get("$ref") instanceof String reference)) {
            return part;
        }
        Object at = document;
        for (String name : reference.substring(2).split("/")) {
            at = Objects.requireNonNull(object(at).get(name), reference);
        }
        return resolved(at);
    }

    private List<Operation> operations() {
        var operations = new ArrayList<Operation>();
        object(document.get("paths"))
                .forEach((path, methods) ->
                        object(methods)
                                .forEach((method, description) ->
                                        operations.add(
                                                new Operation(
                                                        method.toUpperCase(Locale.ROOT),
                                                        path,
                                                        object(description)))));
        return operations;
    }

    @Test
    void everyRouteIsDescribedAndEverythingDescribedIsARoute() {
        var described = new TreeSet<String>();
        operations().forEach(one -> described.add(one.method() + " " + one.path()));

        assertThat(new TreeSet<>(served.server().routes())).isEqualTo(described);
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        var references = new ArrayList<Map<String, Object>>();
        collect(document, references);

        assertThat(references).isNotEmpty().allSatisfy(reference -> resolved(reference));
    }

    private static void collect(@Nullable Object part, List<Map<String, Object>> references) {
        if (part instanceof Map<?, ?> map) {
            if (map.get("$ref") instanceof String) {
                references.add(object(part));
            }
            map.values().forEach(value -> collect(value, references));
        } else if (part instanceof List<?> items) {
            items.forEach(item -> collect(item, references));
        }
    }

    /** Requests made from the description by chance, half of them with something wrong: no answer is one that is not described. */
    @Test
    void everyAnswerIsADescribedOne() {
        var random = new Random(20_261_116);
        served.holds("alice", "shop");
        for (Operation operation : operations()) {
            if (operation.path().equals("/v1/events") || operation.path().equals("/docs")) {
                continue; // no JSON
            }
            for (int i = 0; i < REQUESTS_PER_OPERATION / cost(operation); i++) {
                check(operation, new Chance(random));
            }
        }
    }

    /** Whoever asks too often is told so by every route that has a limit, and the description says by which. */
    @Test
    void everyAnswerToWhoAsksTooOftenIsADescribedOne() {
        ServerLimits usual = ServerLimits.DEFAULT;
        var limits =
                new ServerLimits(
                        usual.longestPoll(),
                        usual.waitersMax(),
                        usual.streamsMax(),
                        usual.streamsOfOneMax(),
                        usual.streamLasts(),
                        usual.bodyMax(),
                        usual.headersMax(),
                        usual.connectionsMax(),
                        usual.connectionsOfOneMax(),
                        usual.requestTime(),
                        1);
        try (Served paced = Served.start(limits)) {
            for (int i = 0; i < 3; i++) {
                paced.get("/v1/locks");
            }
            for (Operation operation : operations()) {
                if (operation.path().equals("/docs")) {
                    continue; // no JSON
                }
                String path = operation.path().replaceAll(PARAMETER, "lock_1_a_00000000");
                // Heartbeats and what gives something back are not refused, but count.
                paced.delete("/v1/locks/lock_1_a_00000000");
                paced.delete("/v1/locks/lock_1_a_00000000");

                var answer = paced.send(operation.method(), path, null);

                assertThat(object(operation.description().get("responses")).keySet())
                        .as("%s %s", operation.method(), path)
                        .contains(Integer.toString(answer.status()));
            }
        }
    }

    /** A page of another site, and a form, are turned away at the door of every route. */
    @Test
    void everyAnswerAtTheDoorIsADescribedOne() {
        for (Operation operation : operations()) {
            String path = operation.path().replaceAll(PARAMETER, "lock_1_a_00000000");
            var responses = object(operation.description().get("responses")).keySet();
            var foreign =
                    served.send(operation.method(), path, null, "Sec-Fetch-Site", "cross-site");
            var form = served.send(operation.method(), path, null, "Content-Type", "text/plain");

            assertThat(foreign.status()).isEqualTo(403);
            assertThat(form.status()).isEqualTo(415);
            assertThat(responses).as("%s %s", operation.method(), path).contains("403", "415");
        }
    }

    /** A freeze takes a second to be in force. */
    private static int cost(Operation operation) {
        return operation.method().equals("POST") && operation.path().equals("/v1/freezes") ? 15 : 1;
    }

    private void check(Operation operation, Chance chance) {
        String path = operation.path();
        var query = new ArrayList<String>();
        for (Object item : list(operation.description().get("parameters"))) {
            Map<String, Object> parameter = resolved(item);
            String value = chance.text(resolved(parameter.get("schema")));
            if ("path".equals(parameter.get("in"))) {
                path =
                        path.replace(
                                "{" + parameter.get("name") + "}",
                                Served.encoded(value).replace("+", "%20"));
            } else if ("query".equals(parameter.get("in")) && chance.isSo()) {
                query.add(parameter.get("name") + "=" + Served.encoded(value));
            }
        }
        String body = null;
        if (operation.description().get("requestBody") != null) {
            Map<String, Object> content =
                    object(resolved(operation.description().get("requestBody")).get("content"));
            body =
                    chance.json(
                            object(content.get("application/json")).get("schema"), this::resolved);
        }
        String address = path + (query.isEmpty() ? "" : "?" + String.join("&", query));
        var answer = served.send(operation.method(), address, body);
        String sent = operation.method() + " " + address + " " + body;
        Map<String, Object> responses = object(operation.description().get("responses"));
        assertThat(responses.keySet()).as(sent).contains(Integer.toString(answer.status()));
        Map<String, Object> response = resolved(responses.get(Integer.toString(answer.status())));
        Map<String, Object> content = object(response.get("content"));
        String type = answer.header("content-type");
        assertThat(content.keySet()).as(sent).contains(type);
        assertThat(schemas.violations(answer.body(), object(content.get(type)).get("schema")))
                .as(sent + " was answered " + answer.body())
                .isEmpty();
        if (answer.status() >= 400) {
            assertThat(type).as(sent).isEqualTo("application/problem+json");
            assertThat(answer.text("status")).isEqualTo(Integer.toString(answer.status()));
        }
    }

    /** A method that is not described is refused at every path, with those that are. */
    @Test
    void aMethodThatIsNotDescribedIsRefusedWithThoseThatAre() {
        for (String pattern : object(document.get("paths")).keySet()) {
            String path = pattern.replaceAll(PARAMETER, "lock_1_a_00000000");
            Set<String> described = methodsAt(path);
            for (String method :
                    List.of("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW")) {
                if (!described.contains(method)) {
                    requireRefused(method, path, described);
                }
            }
        }
    }

    /** Also those of patterns that are meant for something else. */
    private Set<String> methodsAt(String path) {
        var methods = new TreeSet<String>();
        for (Operation operation : operations()) {
            if (path.matches(operation.path().replaceAll(PARAMETER, "[^/]+"))) {
                methods.add(operation.method());
            }
        }
        return methods;
    }

    private void requireRefused(String method, String path, Set<String> described) {
        var answer = served.send(method, path, null);
        String sent = method + " " + path;

        assertThat(answer.status()).as(sent).isEqualTo(405);
        assertThat(List.of(answer.header("allow").split(", ")))
                .as(sent)
                .containsAll(described)
                .allMatch(one -> described.contains(one) || one.equals("HEAD"));
        assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
        assertThat(schemas.violations(answer.body(), PROBLEM)).as(sent).isEmpty();
    }

    @Test
    void anAddressThatIsTooLongIsRefusedAsItIsDescribedForEveryRoute() {
        for (Operation operation : operations()) {
            String path = operation.path().replaceAll(PARAMETER, "lock_1_a_00000000");
            var responses = object(operation.description().get("responses"));

            var answer =
                    served.send(operation.method(), path + "?cursor=" + "x".repeat(20_000), null);

            assertThat(answer.status()).as("%s %s", operation.method(), path).isEqualTo(414);
            assertThat(responses.keySet()).as(path).contains("414", "default");
            assertThat(schemas.violations(answer.body(), PROBLEM)).as(path).isEmpty();
        }
    }

    @Test
    void theDescriptionAndItsPageAreServed() throws Exception {
        assertThat(served.get("/openapi.json").text("openapi")).startsWith("3.1");
        try (Stream<String> lines =
                new BufferedReader(
                                new InputStreamReader(
                                        served.uri("/docs").toURL().openStream(),
                                        StandardCharsets.UTF_8))
                        .lines()) {
            assertThat(lines.toList())
                    .anyMatch(line -> line.contains("Holdfast API"))
                    .noneMatch(line -> line.contains("https://"));
        }
    }
}

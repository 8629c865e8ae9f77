package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.server.RepeatedRequestsTest.Change;
import holdfast.server.RepeatedRequestsTest.Sent;
import holdfast.state.OrphanNote;
import holdfast.state.StateName;
import holdfast.state.StateSettings;
import holdfast.state.States;
import holdfast.store.DocumentKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No change that the API describes is done twice because it was sent twice under one key. */
@Timeout(60)
@ResourceLock(value = StatesOverHttpTest.ROOM, mode = ResourceAccessMode.READ)
final class EveryChangeRepeatedTest {
    private static final String STATE = "terraform:shop";
    private static final String BODY = "{\"version\":4,\"serial\":7,\"lineage\":\"a\"}";
    private static final String LETTER = "/v1/webhooks/ops/dead-letters/0123abcd";

    /** A question whose answer takes a while. */
    private static final Set<String> NO_CHANGES = Set.of("POST /v1/locks/watch");

    /** New each time: a secret is not kept, a lease goes on, and what is there already is not pushed or restored again. */
    private static final Set<String> NEW_EACH_TIME =
            Set.of("token", "outcome", "expires_at", "last_heartbeat", "lease_left_seconds");

    private final Served served = Served.start();

    @AfterEach
    void stop() {
        served.close();
    }

    private static String save(Served served, String lock, String body) {
        return served.send("PUT", "/v1/states/body?state=" + STATE + "&lock_id=" + lock, body)
                .text("version");
    }

    private static Sent orphan(Served served) {
        var states = new States(served.documents(), StateSettings.DEFAULT, InstantSource.system());
        try {
            String id =
                    states.keepOrphan(
                                    StateName.parse(STATE),
                                    new OrphanNote("", "alice", "late"),
                                    new ByteArrayInputStream(BODY.getBytes(StandardCharsets.UTF_8)))
                            .orElseThrow();
            return new Sent("DELETE", "/v1/states/orphans?state=" + STATE + "&version=" + id, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void letter(Served served) {
        String letter =
                "{\"id\":\"0123abcd\",\"webhook\":\"ops\",\"event\":\"lock.forced\","
                        + "\"given_up_at\":\"2026-03-01T12:00:00Z\",\"attempts\":1,"
                        + "\"why\":\"500\",\"body\":\"{}\"}";
        served.documents()
                .put(
                        new DocumentKey("notify/dead-letters/ops/0123abcd"),
                        null,
                        letter.getBytes(StandardCharsets.UTF_8));
    }

    private static Stream<Change> others() {
        return Stream.of(
                new Change(
                        "renew",
                        served ->
                                new Sent(
                                        "POST",
                                        "/v1/locks/" + served.holds("alice", "shop") + "/renew",
                                        "{}")),
                new Change(
                        "renew several",
                        served ->
                                new Sent(
                                        "POST",
                                        "/v1/locks/renew",
                                        "{\"locks\":[{\"lock_id\":\""
                                                + served.holds("alice", "shop")
                                                + "\"}]}")),
                new Change(
                        "push a state",
                        served ->
                                new Sent(
                                        "PUT",
                                        "/v1/states/body?state="
                                                + STATE
                                                + "&lock_id="
                                                + served.holds("alice", "shop"),
                                        BODY)),
                new Change(
                        "import a state",
                        served ->
                                new Sent(
                                        "PUT",
                                        "/v1/states/import?state="
                                                + STATE
                                                + "&lock_id="
                                                + served.holds("alice", "shop"),
                                        BODY)),
                new Change(
                        "restore a state",
                        served -> {
                            String lock = served.holds("alice", "shop");
                            String first = save(served, lock, BODY);
                            save(served, lock, BODY.replace("7", "8"));
                            return new Sent(
                                    "POST",
                                    "/v1/states/restore",
                                    "{\"state\":\"%s\",\"lock_id\":\"%s\",\"version\":\"%s\"}"
                                            .formatted(STATE, lock, first));
                        }),
                new Change("drop an orphan", EveryChangeRepeatedTest::orphan),
                new Change(
                        "make a token",
                        served ->
                                new Sent(
                                        "POST",
                                        "/v1/tokens",
                                        "{\"name\":\"ci\",\"grants\":[{\"role\":\"viewer\"}]}")),
                new Change(
                        "send a message again",
                        served -> {
                            letter(served);
                            return new Sent("POST", LETTER + "/resend", "{}");
                        }),
                new Change(
                        "forget a message",
                        served -> {
                            letter(served);
                            return new Sent("DELETE", LETTER, null);
                        }));
    }

    private static Stream<Change> all() {
        return Stream.concat(RepeatedRequestsTest.changes(), others());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(@Nullable Object value) {
        return (Map<String, Object>) Objects.requireNonNull(value);
    }

    @Test
    void everyChangeThatIsDescribedIsRepeatedHere() {
        var described = new TreeSet<String>();
        object(JsonText.object(DescriptionRoutes.document()).get("paths"))
                .forEach((path, methods) ->
                        object(methods).keySet().stream()
                                .filter(method -> !method.equals("get"))
                                .forEach(method ->
                                        described.add(
                                                method.toUpperCase(Locale.ROOT) + " " + path)));
        described.removeAll(NO_CHANGES);

        Set<String> repeated =
                all().map(
                                change -> {
                                    try (Served one = Served.start()) {
                                        Sent sent = change.prepared().apply(one);
                                        return routeOf(sent, described);
                                    }
                                })
                        .collect(Collectors.toCollection(TreeSet::new));

        assertThat(repeated).isEqualTo(described);
    }

    /** The one with the fewest parts that are left open. */
    private static String routeOf(Sent sent, Set<String> routes) {
        String asked = sent.method() + " " + sent.path().replaceFirst("\\?.*", "");
        return routes.stream()
                .filter(route -> Pattern.matches(route.replaceAll("\\{[^}]*}", "[^/]+"), asked))
                .min(
                        java.util.Comparator.comparingLong(
                                route -> route.chars().filter(c -> c == '{').count()))
                .orElse(asked);
    }

    @ParameterizedTest
    @MethodSource("others")
    void theSecondIsAnsweredAsTheFirstByWhicheverServer(Change change) {
        Sent sent = change.prepared().apply(served);
        try (Served other = served.beside()) {
            Served.Answer first = send(served, sent);

            assertThat(first.status()).as("%s", first).isIn(200, 201, 202);
            for (Served.Answer again : List.of(send(served, sent), send(other, sent))) {
                assertThat(again.status()).as("%s", again).isEqualTo(first.status());
                assertThat(lasting(again)).isEqualTo(lasting(first));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void whatIsSentThreeTimesIsDoneOnce(Change change) {
        try (Served once = Served.start();
                Served other = served.beside()) {
            send(once, change.prepared().apply(once));
            Sent sent = change.prepared().apply(served);

            send(served, sent);
            send(served, sent);
            send(other, sent);

            assertThat(everything(served)).isEqualTo(everything(once));
        }
    }

    private static Served.Answer send(Served server, Sent sent) {
        return server.send(sent.method(), sent.path(), sent.body(), "Idempotency-Key", "k1");
    }

    private static Map<String, Object> lasting(Served.Answer answer) {
        return lasting(answer.body());
    }

    private static Map<String, Object> lasting(Map<String, ?> json) {
        var kept = new HashMap<String, Object>();
        json.forEach((name, value) -> {
            if (!NEW_EACH_TIME.contains(name)) {
                kept.put(
                        name,
                        value instanceof List<?> list
                                ? list.stream()
                                        .map(item ->
                                                item instanceof Map<?, ?>
                                                        ? lasting(object(item))
                                                        : String.valueOf(item))
                                        .toList()
                                : String.valueOf(value));
            }
        });
        return kept;
    }

    /** What there is, but for names and times that are new each time. */
    private static List<String> everything(Served served) {
        Stream<String> states =
                Stream.of("history", "backups", "orphans")
                        .map(what -> {
                            var found = served.get("/v1/states/" + what + "?state=" + STATE);
                            return what + found.status() + sizeOf(found, "versions");
                        });
        Stream<String> asked =
                served.documents().list("notify/", null, 100).stream().map(DocumentKey::text);
        return Stream.of(
                        told(served, "locks", "resource", "owner", "state"),
                        told(served, "requests", "resource", "owner"),
                        told(served, "freezes", "prefix", "reason"),
                        told(served, "tokens", "name", "state"),
                        states,
                        asked)
                .flatMap(each -> each)
                .toList();
    }

    private static String sizeOf(Served.Answer answer, String list) {
        return answer.body().get(list) instanceof List<?> items ? " " + items.size() : "";
    }

    private static Stream<String> told(Served served, String what, String... fields) {
        return served.get("/v1/" + what).list(what).stream()
                .map(one -> what + Stream.of(fields).map(one::get).toList());
    }
}

package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Freezes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A request that is sent twice under one key is done once, and answered twice. */
@Timeout(60)
@ResourceLock(value = StatesOverHttpTest.ROOM, mode = ResourceAccessMode.READ)
final class RepeatedRequestsTest {
    private static final String FREEZE =
            "{\"prefix\":\"shop\",\"reason\":\"sale\",\"duration_seconds\":600}";
    private static final String STATE = "terraform:shop";
    private static final String BODY = "{\"version\":4,\"serial\":7,\"lineage\":\"a\"}";

    private final Served served = Served.start();

    @AfterEach
    void stop() {
        served.close();
    }

    /** A request that changes something, once what it needs is there. */
    record Change(String name, Function<Served, Sent> prepared) {
        @Override
        public String toString() {
            return name;
        }

        /** Those are answered with what is left of the lease. */
        boolean isKnownToTheStore() {
            return name.startsWith("acquire") || name.startsWith("transfer");
        }
    }

    record Sent(String method, String path, @Nullable String body) {}

    private static Sent post(String path, String body) {
        return new Sent("POST", path, body);
    }

    private static Sent delete(String path) {
        return new Sent("DELETE", path, null);
    }

    private static String state(Served served) {
        String lock = served.holds("alice", "shop");
        served.send("PUT", "/v1/states/body?state=" + STATE + "&lock_id=" + lock, BODY);
        return lock;
    }

    static Stream<Change> changes() {
        return Stream.of(
                new Change(
                        "acquire",
                        served -> post("/v1/locks", "{\"resource\":\"shop\",\"owner_id\":\"r\"}")),
                new Change(
                        "acquire, by a run without a name",
                        served -> post("/v1/locks", "{\"resource\":\"shop\",\"owner\":\"alice\"}")),
                new Change(
                        "acquire a place in line, by a run without a name",
                        served -> {
                            served.holds("bob", "shop");
                            return post("/v1/locks", "{\"resource\":\"shop\",\"wait_seconds\":60}");
                        }),
                new Change(
                        "transfer, to a run without a name",
                        served ->
                                post(
                                        "/v1/locks/" + served.holds("alice", "shop") + "/transfer",
                                        "{\"resource\":\"shop\"}")),
                new Change(
                        "transfer",
                        served ->
                                post(
                                        "/v1/locks/" + served.holds("alice", "shop") + "/transfer",
                                        "{\"resource\":\"shop\",\"owner_id\":\"r\"}")),
                new Change(
                        "force-unlock",
                        served ->
                                post(
                                        "/v1/locks/"
                                                + served.holds("alice", "shop")
                                                + "/force-unlock",
                                        "{\"reason\":\"died\"}")),
                new Change(
                        "force-unlock of several",
                        served ->
                                post(
                                        "/v1/locks/force-unlock",
                                        "{\"lock_ids\":[\""
                                                + served.holds("alice", "shop")
                                                + "\"],\"reason\":\"died\"}")),
                new Change(
                        "release", served -> delete("/v1/locks/" + served.holds("alice", "shop"))),
                new Change(
                        "cancel",
                        served -> {
                            served.holds("alice", "shop");
                            served.acquire(
                                    "bob", "shop", "\"wait_seconds\":60,\"request_id\":\"bobs\"");
                            return delete("/v1/requests/bobs?resource=shop");
                        }),
                new Change("freeze", served -> post("/v1/freezes", FREEZE)),
                new Change(
                        "prolong a freeze",
                        served -> {
                            String own = FREEZE.replace("}", ",\"freeze_id\":\"sale\"}");
                            served.post("/v1/freezes", own);
                            return post("/v1/freezes", own.replace("600", "6000"));
                        }),
                new Change(
                        "release of a lock on everything",
                        served -> delete("/v1/locks/" + served.holds("alice", "atlantis:global"))),
                new Change(
                        "force-unlock of a lock on everything",
                        served ->
                                post(
                                        "/v1/locks/"
                                                + served.holds("alice", "atlantis:global")
                                                + "/force-unlock",
                                        "{\"reason\":\"died\"}")),
                new Change(
                        "thaw",
                        served ->
                                delete(
                                        "/v1/freezes/"
                                                + served.post("/v1/freezes", FREEZE)
                                                        .text("freeze_id"))),
                new Change(
                        "revoke",
                        served ->
                                delete(
                                        "/v1/tokens/"
                                                + served.post(
                                                                "/v1/tokens",
                                                                "{\"name\":\"ci\",\"grants\":[{\"role\":\"viewer\"}]}")
                                                        .text("token_id"))),
                new Change(
                        "back up",
                        served -> {
                            state(served);
                            return post("/v1/states/backups", "{\"state\":\"" + STATE + "\"}");
                        }),
                new Change(
                        "remove a state",
                        served ->
                                delete(
                                        "/v1/states/body?state="
                                                + STATE
                                                + "&lock_id="
                                                + state(served))));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void theSecondIsAnsweredAsTheFirst(Change change) {
        Sent sent = change.prepared().apply(served);

        var first = send(sent, "k1");
        var second = send(sent, "k1");

        assertThat(first.status()).as("%s", first).isIn(200, 201, 202);
        assertThat(second.status()).as("%s", second).isEqualTo(first.status());
        if (!change.isKnownToTheStore()) {
            assertThat(second.body()).isEqualTo(first.body());
        }
    }

    @ParameterizedTest
    @MethodSource("changes")
    void anotherServerAnswersAsTheFirst(Change change) {
        Sent sent = change.prepared().apply(served);
        try (Served other = served.beside()) {
            var first = send(sent, "k1");
            var second = send(other, sent, "k1");

            assertThat(first.status()).as("%s", first).isIn(200, 201, 202);
            assertThat(second.status()).as("%s", second).isEqualTo(first.status());
            if (!change.isKnownToTheStore()) {
                assertThat(second.body()).isEqualTo(first.body());
            }
        }
    }

    /** A backup too many does no harm: who made it died before it could say so. */
    @ParameterizedTest
    @MethodSource("changes")
    void whatAServerDidThatDiedBeforeItCouldSaySoIsKnownToAnother(Change change) {
        Sent sent = change.prepared().apply(served);
        try (Served dying =
                served.beside(new Documents(served.documents(), Documents.Fault.NO_ANSWERS))) {
            var first = send(dying, sent, "k1");

            var second = send(sent, "k1");

            assertThat(first.status()).as("%s", first).isIn(200, 201, 202);
            assertThat(second.status()).as("%s", second).isEqualTo(first.status());
            if (!change.isKnownToTheStore() && !change.name().equals("back up")) {
                assertThat(second.body()).isEqualTo(first.body());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("changes")
    void whatAServerOnlySaidItWouldDoIsDoneByTheNextThatIsAsked(Change change) {
        try (Served undisturbed = Served.start();
                Served dying =
                        served.beside(
                                new Documents(served.documents(), Documents.Fault.AFTER_A_NOTE))) {
            send(undisturbed, change.prepared().apply(undisturbed), "k1");
            Sent sent = change.prepared().apply(served);
            send(dying, sent, "k1");

            var second = send(sent, "k1");

            assertThat(second.status()).as("%s", second).isIn(200, 201, 202);
            assertThat(everything(served)).isEqualTo(everything(undisturbed));
        }
    }

    /** What there is, but for names and times that are new each time. */
    private static List<String> everything(Served served) {
        Stream<String> states =
                Stream.of("current", "backups")
                        .map(what -> served.get("/v1/states/" + what + "?state=" + STATE))
                        .map(answer ->
                                answer.status()
                                        + (answer.body().get("versions") instanceof List<?> list
                                                ? " " + list.size()
                                                : ""));
        return Stream.of(
                        told(served, "locks", "resource", "owner", "state"),
                        told(served, "requests", "resource", "owner"),
                        lasting(served),
                        told(served, "tokens", "name", "state"),
                        states)
                .flatMap(all -> all)
                .toList();
    }

    /** With how many minutes they last. */
    private static Stream<String> lasting(Served served) {
        return served.get("/v1/freezes").list("freezes").stream()
                .map(freeze ->
                        freeze.get("prefix")
                                + " for "
                                + Duration.between(
                                                Instant.parse(String.valueOf(freeze.get("since"))),
                                                Instant.parse(String.valueOf(freeze.get("until"))))
                                        .toMinutes());
    }

    private static Stream<String> told(Served served, String what, String... fields) {
        return served.get("/v1/" + what).list(what).stream()
                .map(one -> what + Stream.of(fields).map(one::get).toList());
    }

    @Test
    void aFreezeByItsOwnIdDoesNotBeginAnewAtAnotherServer() {
        String own = FREEZE.replace("}", ",\"freeze_id\":\"sale\"}");
        try (Served other = served.beside();
                Served dying =
                        served.beside(
                                new Documents(served.documents(), Documents.Fault.NO_ANSWERS))) {
            var first = dying.post("/v1/freezes", own, "Idempotency-Key", "k1");

            assertThat(other.post("/v1/freezes", own, "Idempotency-Key", "k1").body())
                    .isEqualTo(first.body());
            other.delete("/v1/freezes/sale");
            assertThat(served.post("/v1/freezes", own, "Idempotency-Key", "k1").body())
                    .isEqualTo(first.body());
            assertThat(served.get("/v1/freezes").list("freezes")).isEmpty();
        }
    }

    @Test
    void whatSomebodyElseTookAwayIsNotToldAsDoneByTheRequest() {
        String lock = served.holds("alice", "shop");
        Sent mine = post("/v1/locks/" + lock + "/force-unlock", "{\"reason\":\"died\"}");
        try (Served dying =
                served.beside(new Documents(served.documents(), Documents.Fault.AFTER_A_NOTE))) {
            assertThat(send(dying, mine, "k1").status()).isEqualTo(500);
            send(post(mine.path(), "{\"reason\":\"other\"}"), "k2");

            var answer = send(mine, "k1");

            assertThat(answer.status()).isEqualTo(410);
            assertThat(answer.text("ended_reason")).isEqualTo("other");
        }
    }

    @Test
    void anotherBodyUnderTheSameKeyIsRefusedAtAnotherServerToo() {
        send(post("/v1/freezes", FREEZE), "k1");
        try (Served other = served.beside()) {
            var answer = send(other, post("/v1/freezes", FREEZE.replace("shop", "mail")), "k1");

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text("detail")).contains("already names another request");
        }
    }

    @Test
    void nothingIsLeftUndoneWhileTheDocumentsAreAway() {
        String lock = served.holds("alice", "shop");
        try (Served without =
                served.beside(new Documents(served.documents(), Documents.Fault.AWAY))) {
            assertThat(send(without, delete("/v1/locks/" + lock), "k1").status()).isEqualTo(200);
            assertThat(send(without, delete("/v1/locks/" + lock), "k1").status()).isEqualTo(200);
        }
        assertThat(served.get("/v1/locks").list("locks")).isEmpty();
    }

    private Served.Answer send(Sent sent, String key) {
        return send(served, sent, key);
    }

    private static Served.Answer send(Served server, Sent sent, String key) {
        return server.send(sent.method(), sent.path(), sent.body(), "Idempotency-Key", key);
    }

    @Test
    void aLateCopyOfAFreezeDoesNotFreezeAgainWhatWasThawed() {
        String id = served.post("/v1/freezes", FREEZE, "Idempotency-Key", "k1").text("freeze_id");
        served.delete("/v1/freezes/" + id);

        served.post("/v1/freezes", FREEZE, "Idempotency-Key", "k1");

        assertThat(served.get("/v1/freezes").list("freezes")).isEmpty();
    }

    @Test
    void aRepeatedFreezeDoesNotBeginAnewAtAnotherServerEither() {
        try (Served other = served.beside()) {
            var first = served.post("/v1/freezes", FREEZE, "Idempotency-Key", "k1");

            var second = other.post("/v1/freezes", FREEZE, "Idempotency-Key", "k1");

            assertThat(second.body()).isEqualTo(first.body());
        }
    }

    @Test
    void aRepeatedCancellationIsKnownToOtherServersToo() {
        served.holds("alice", "shop");
        served.acquire("bob", "shop", "\"wait_seconds\":60,\"request_id\":\"bobs\"");
        try (Served other = served.beside()) {
            var first = served.delete("/v1/requests/bobs?resource=shop");

            assertThat(other.delete("/v1/requests/bobs?resource=shop"))
                    .matches(
                            second -> second.status() == 200 && second.body().equals(first.body()));
            assertThat(other.delete("/v1/requests/bobs?resource=shop&reason=other").status())
                    .isEqualTo(410);
        }
    }

    @Test
    void anotherBodyUnderTheSameKeyIsRefusedAndNotTakenForDone() {
        send(post("/v1/freezes", FREEZE), "k1");

        var other = send(post("/v1/freezes", FREEZE.replace("shop", "mail")), "k1");

        assertThat(other.status()).isEqualTo(400);
        assertThat(other.text("detail")).contains("already names another request");
        assertThat(send(post("/v1/freezes", FREEZE), "k1").status()).isEqualTo(201);
        assertThat(served.get("/v1/freezes").list("freezes")).hasSize(1);
    }

    @Test
    void anotherKeyOrAnotherPathIsAnotherRequest() {
        String shop = served.holds("alice", "shop");
        String mail = served.holds("alice", "mail");

        assertThat(send(delete("/v1/locks/" + shop), "k1").status()).isEqualTo(200);
        assertThat(send(delete("/v1/locks/" + mail), "k1").text("lock_id")).isEqualTo(mail);
        assertThat(send(delete("/v1/locks/" + shop), "k2").status()).isEqualTo(404);
        assertThat(List.of(shop, mail)).doesNotHaveDuplicates();
    }

    @Test
    void whoGivesAnotherNameOrOtherFactsIsAnotherRunAlsoUnderTheSameKey() {
        String plain = "{\"resource\":\"shop\",\"owner\":\"alice\"}";
        assertThat(send(post("/v1/locks", plain), "k1").status()).isEqualTo(201);

        for (String other :
                List.of(
                        plain.replace("alice", "bob"),
                        plain.replace("}", ",\"owner_facts\":{\"pid\":\"7\"}}"),
                        plain.replace("}", ",\"owner_id\":\"r\"}"))) {
            assertThat(send(post("/v1/locks", other), "k1").text("detail"))
                    .as(other)
                    .contains("already names another wish");
        }
    }

    @Test
    void runsWithoutANameThatNameNoKeyEitherAreNotTheSame() {
        String wish = "{\"resource\":\"shop\",\"owner\":\"alice\"}";

        assertThat(served.post("/v1/locks", wish).status()).isEqualTo(201);
        assertThat(served.post("/v1/locks", wish).status()).isEqualTo(409);
    }

    @Test
    void aProlongedFreezeThatNobodyCameToPlaceIsNotToldAsDone() {
        String own = FREEZE.replace("}", ",\"freeze_id\":\"sale\"}");
        Sent longer = post("/v1/freezes", own.replace("600", "6000"));
        var first = served.post("/v1/freezes", own);
        try (Served dying =
                served.beside(new Documents(served.documents(), Documents.Fault.AFTER_A_NOTE))) {
            assertThat(send(dying, longer, "k1").status()).isEqualTo(500);
        }

        var again = send(longer, "k1");

        assertThat(again.status()).isEqualTo(201);
        assertThat(again.text("until")).isGreaterThan(first.text("until"));
        assertThat(served.get("/v1/freezes").list("freezes"))
                .singleElement()
                .satisfies(
                        freeze -> assertThat(freeze).containsEntry("until", again.text("until")));
    }

    @Test
    void aProlongedFreezeThatWasPlacedDoesNotBeginAnew() {
        String own = FREEZE.replace("}", ",\"freeze_id\":\"sale\"}");
        Sent longer = post("/v1/freezes", own.replace("600", "6000"));
        served.post("/v1/freezes", own);
        try (Served dying =
                served.beside(new Documents(served.documents(), Documents.Fault.NO_ANSWERS))) {
            var first = send(dying, longer, "k1");

            assertThat(send(longer, "k1").body()).isEqualTo(first.body());
        }
    }

    @Test
    void aRepeatedFreezeIsNotAnsweredBeforeItIsInForce() {
        try (Served other = served.beside()) {
            var first =
                    CompletableFuture.supplyAsync(
                            () -> served.post("/v1/freezes", FREEZE, "Idempotency-Key", "k1"));
            Conditions.await(() -> !served.get("/v1/freezes").list("freezes").isEmpty());

            var second = other.post("/v1/freezes", FREEZE, "Idempotency-Key", "k1");

            var now = Instant.parse(other.get("/v1/freezes").text("now"));
            assertThat(now)
                    .isAfterOrEqualTo(Instant.parse(second.text("since")).plus(Freezes.FRESH_FOR));
            assertThat(first.join().body()).isEqualTo(second.body());
        }
    }
}

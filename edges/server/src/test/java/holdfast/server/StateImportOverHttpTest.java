package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.access.Grant;
import holdfast.access.Role;
import holdfast.model.Prefix;
import holdfast.state.PulumiFiles;
import holdfast.state.Room;
import holdfast.state.StackUpload;
import holdfast.store.Document;
import holdfast.store.DocumentKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** States that somebody takes over from another tool, through a server. */
@ResourceLock(StatesOverHttpTest.ROOM)
final class StateImportOverHttpTest {
    private static final String IMPORT = "/v1/states/import?state=";
    private static final String BODY = "/v1/states/body?state=";
    private static final String HISTORY = "/v1/states/history?state=";
    private static final String NET = "terraform:net";
    private static final String SHOP = "shop/production";
    private static final String STATE = "{\"version\":4,\"serial\":7,\"lineage\":\"a\"}";
    private static final String OTHER = "{\"version\":4,\"serial\":3,\"lineage\":\"b\"}";
    private static final String META = ".pulumi/meta.yaml";

    private final Served served =
            Served.start(
                    ServerSettings.DEFAULT.at("127.0.0.1", 0), StateImportOverHttpTest::caller);

    @AfterEach
    void stop() {
        served.close();
    }

    /** Alice and bob work, vera only looks, and mallory works elsewhere. */
    private static Caller caller(Gate.Credential credential) {
        String name = credential.authorization().orElse("alice");
        Grant grant =
                switch (name) {
                    case "vera" -> Grant.everywhere(Role.VIEWER);
                    case "mallory" -> new Grant(Role.ADMIN, Set.of(new Prefix("blog")));
                    default -> Grant.everywhere(Role.OPERATOR);
                };
        return new CredentialCaller(
                new holdfast.access.Caller("test:" + name, name, List.of(grant)));
    }

    private Served.Answer take(String state, String lock, String body, String... headers) {
        return served.send("PUT", IMPORT + state + "&lock_id=" + lock, body, headers);
    }

    private static String stack(String status, Map<String, byte[]> files) throws IOException {
        String state =
                """
                {"format_version": "deployer-state-v1",
                 "resources": {"api": {"kind": "X", "status": "%s"}}}
                """
                        .formatted(status);
        return new String(
                StackUpload.write(state.getBytes(StandardCharsets.UTF_8), PulumiFiles.of(files)),
                StandardCharsets.UTF_8);
    }

    private static Map<String, byte[]> meta(String text) {
        return Map.of(META, text.getBytes(StandardCharsets.UTF_8));
    }

    private String pulumi() {
        return served.documents()
                .get(new DocumentKey("stacks/" + SHOP + "/pulumi/" + META))
                .map(Document::body)
                .map(body -> new String(body, StandardCharsets.UTF_8))
                .orElse("none");
    }

    @Test
    void aStateOfTerraformsIsTakenOverAsItIsAndOnceHoweverOftenItIsSent() {
        String lock = served.holds("alice", "net");
        String more = lock + "&imported_from=s3%3A%2F%2Facme%2Fnet&although_locked=held+by+bob";

        Served.Answer taken = take(NET, more, STATE);

        assertThat(taken.status()).as("%s", taken).isEqualTo(200);
        assertThat(taken.text("outcome")).isEqualTo("imported");
        assertThat(taken.text("operation")).isEqualTo("import");
        assertThat(taken.toString()).contains("s3://acme/net", "held by bob");
        assertThat(take(NET, more, STATE).body())
                .containsEntry("outcome", "unchanged")
                .containsEntry("version", taken.text("version"));
        assertThat(served.get(BODY + NET).text("serial")).isEqualTo("7");
        assertThat(served.get(HISTORY + NET).list("versions")).hasSize(1);
    }

    @Test
    void aStackIsTakenOverWithItsFilesAndOnceHoweverOftenItIsSent() throws IOException {
        String lock = served.holds("alice", SHOP);
        String sent = stack("ready", meta("version: 1"));

        Served.Answer taken = take(SHOP, lock, sent);

        assertThat(taken.text("outcome")).as("%s", taken).isEqualTo("imported");
        assertThat(take(SHOP, lock, sent).text("outcome")).isEqualTo("unchanged");
        assertThat(pulumi()).isEqualTo("version: 1");
        assertThat(served.get(BODY + SHOP).toString()).contains("ready");
    }

    @Test
    void whatIsThereIsReplacedOnlyByWhoSaysSo() {
        String lock = served.holds("alice", "net");
        take(NET, lock, STATE);

        assertThat(take(NET, lock, OTHER).status()).isEqualTo(400);
        assertThat(take(NET, lock + "&replace=perhaps", OTHER).status()).isEqualTo(400);
        assertThat(served.get(BODY + NET).text("serial")).isEqualTo("7");
        assertThat(take(NET, lock + "&replace=true", OTHER).text("outcome")).isEqualTo("imported");
        assertThat(served.get(HISTORY + NET).list("versions")).hasSize(2);

        served.delete("/v1/locks/" + lock);
        Served.Answer later = take(NET, served.holds("alice", "net"), STATE);
        assertThat(later.text("detail")).contains("there is a state", "replace=true");
    }

    @Test
    void withoutTheLockOnAllOfItNothingIsTakenOver() throws IOException {
        String other = served.holds("alice", "mail");
        String part = served.holds("alice", SHOP + "//api");
        String lost = served.holds("alice", "net");
        served.delete("/v1/locks/" + lost);

        assertThat(served.send("PUT", IMPORT + NET, STATE).status()).isEqualTo(400);
        assertThat(take(NET, other, STATE).status()).isEqualTo(404);
        assertThat(take(NET, lost, STATE).status()).isEqualTo(410);
        assertThat(take(SHOP, part, stack("ready", meta("x"))).status()).isEqualTo(400);
        assertThat(served.get("/v1/states").list("states")).isEmpty();
        assertThat(pulumi()).isEqualTo("none");
    }

    @Test
    void whoMayNotLockItOrActsUnderTheLockOfAnotherTakesNothingOver() throws IOException {
        String lock = served.holds("alice", "net");
        String shop = served.holds("alice", SHOP);

        assertThat(take(NET, lock, STATE, "Authorization", "vera").status()).isEqualTo(403);
        assertThat(take(NET, lock, STATE, "Authorization", "bob").status()).isEqualTo(403);
        // Who may not see it is not told that it is there.
        assertThat(take(NET, lock, STATE, "Authorization", "mallory").status()).isIn(403, 404);
        String sent = stack("ready", meta("x"));
        assertThat(take(SHOP, shop, sent, "Authorization", "bob").status()).isEqualTo(403);
        assertThat(served.get("/v1/states").list("states")).isEmpty();
        assertThat(pulumi()).isEqualTo("none");
    }

    @Test
    void whatIsNoStateIsRefusedAndNothingOfItIsRepeated() throws IOException {
        String net = served.holds("alice", "net");
        String shop = served.holds("alice", SHOP);

        for (String body :
                List.of("{}", "[]", "hunter2", STATE + "hunter2", "{\"a\":\"hunter2\"}")) {
            for (Served.Answer answer : List.of(take(NET, net, body), take(SHOP, shop, body))) {
                assertThat(answer.status()).as(body).isEqualTo(400);
                assertThat(answer.toString()).doesNotContain("hunter");
            }
        }
        take(SHOP, shop, stack("ready", meta("theirs")));
        Served.Answer another = take(SHOP, shop + "&replace=true", stack("gone", meta("mine")));
        assertThat(another.text("detail")).contains(META, "is another");
        assertThat(pulumi()).isEqualTo("theirs");
        assertThat(served.get(HISTORY + SHOP).list("versions")).hasSize(1);
        assertThat(served.get(BODY + NET).status()).isEqualTo(404);
    }

    @Test
    void nothingIsReadBeforeThereIsRoomForIt() throws IOException {
        String net = served.holds("alice", "net");
        String shop = served.holds("alice", SHOP);
        String sent = stack("ready", Map.of());

        try (Room.Taken everything = Room.forWrites().takeWhole(Long.MAX_VALUE)) {
            assertThat(take(NET, net, STATE).status()).isEqualTo(503);
            assertThat(take(SHOP, shop, sent).status()).isEqualTo(503);
        }
        assertThat(take(SHOP, shop, sent).status()).isEqualTo(200);
    }

    @Test
    void besideALargeImportSmallOnesPassAndNoOtherThatMayBeLarge() throws Exception {
        String shop = served.holds("alice", SHOP);
        String sent = stack("ready", Map.of());

        try (Room.Taken large = Room.forWrites().takeSlow(Long.MAX_VALUE / 4);
                var http = HttpClient.newHttpClient()) {
            HttpRequest withoutLength =
                    HttpRequest.newBuilder(served.uri(IMPORT + SHOP + "&lock_id=" + shop))
                            .header("Content-Type", "application/json")
                            .PUT(
                                    HttpRequest.BodyPublishers.ofInputStream(() ->
                                            new ByteArrayInputStream(
                                                    sent.getBytes(StandardCharsets.UTF_8))))
                            .build();
            var refused = http.send(withoutLength, HttpResponse.BodyHandlers.discarding());
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();

            assertThat(take(SHOP, shop, sent).status()).isEqualTo(200);
        }
    }
}

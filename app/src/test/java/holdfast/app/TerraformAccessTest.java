package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.access.AccessSettings;
import holdfast.access.Authenticator;
import holdfast.access.Grant;
import holdfast.access.Role;
import holdfast.access.Tokens;
import holdfast.audit.AuditSettings;
import holdfast.audit.AuditTrail;
import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.model.Prefix;
import holdfast.server.AccessGate;
import holdfast.server.Beside;
import holdfast.server.Gate;
import holdfast.server.HoldfastServer;
import holdfast.server.Mount;
import holdfast.server.ServerLimits;
import holdfast.server.ServerSettings;
import holdfast.state.StateName;
import holdfast.state.StateSettings;
import holdfast.state.States;
import holdfast.store.memory.MemoryDocumentStore;
import holdfast.store.memory.MemoryLockStore;
import holdfast.terraform.TerraformBackend;
import holdfast.terraform.TerraformSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Terraform's back end in a server with access and an audit trail, as clients with and without rights meet it. */
final class TerraformAccessTest {
    private static final String STATE = "{\"version\":4,\"serial\":1,\"lineage\":\"l\"}";

    @TempDir private Path folder;
    private final MemoryLockStore store = MemoryLockStore.withSystemClock();
    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private final InstantSource clock = InstantSource.system();
    private final Tokens tokens = new Tokens(documents, clock);
    private final States states = new States(documents, StateSettings.DEFAULT, clock);
    private final HttpClient http = HttpClient.newHttpClient();
    private LockEngine engine;
    private AuditTrail trail;
    private HoldfastServer server;

    @BeforeEach
    void start() {
        start(ServerLimits.DEFAULT);
    }

    private void start(ServerLimits limits) {
        engine = LockEngine.open(store, EngineSettings.DEFAULT);
        trail = AuditTrail.open(AuditSettings.in(folder, "server-1"), documents, clock);
        var access =
                new AccessSettings(AccessSettings.StoredTokens.ACCEPTED, Duration.ZERO, List.of());
        Gate gate = new AccessGate(Authenticator.of(access, documents, clock));
        var backend =
                new TerraformBackend(
                        new TerraformBackend.Parts(
                                engine,
                                states,
                                TerraformSettings.DEFAULT,
                                new TerraformAccess(gate),
                                new TerraformWitness(Optional.of(trail), Optional.empty(), clock)));
        var beside =
                new Beside(
                        Optional.empty(),
                        Optional.of(trail),
                        Optional.of(documents),
                        Optional.empty());
        server =
                HoldfastServer.start(
                        new HoldfastServer.Parts(
                                engine,
                                store,
                                gate,
                                Optional.empty(),
                                holdfast.server.Witness.NONE,
                                List.of(),
                                beside),
                        ServerSettings.DEFAULT.at("127.0.0.1", 0).with(limits),
                        List.of(
                                new Mount(
                                        TerraformBackend.PATH,
                                        backend,
                                        1_000_000,
                                        new TerraformVisits())));
    }

    @AfterEach
    void stop() {
        server.close();
        trail.close();
        engine.close();
        store.close();
        http.close();
    }

    private String token(String name, Role role, String below) {
        return tokens.create(
                        new Tokens.Wish(
                                name,
                                List.of(new Grant(role, Set.of(new Prefix(below)))),
                                "test",
                                null))
                .token()
                .reveal();
    }

    private static String basic(String user, String password) {
        return "Basic "
                + Base64.getEncoder()
                        .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    private int status(String method, String path, String body, @Nullable String authorization) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(
                                URI.create(
                                        "http://127.0.0.1:" + server.port() + "/terraform/" + path))
                        .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String lock(String id) {
        return "{\"ID\":\"%s\",\"Operation\":\"OperationTypeApply\",\"Who\":\"me@host\",\"Version\":\"1\"}"
                .formatted(id);
    }

    private String audit() throws IOException {
        var text = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                text.append(Files.readString(file, StandardCharsets.UTF_8));
            }
        }
        return text.toString();
    }

    @Test
    void thePasswordIsTheTokenWhateverTheNameIsAndABearerIsOneToo() {
        String token = token("ci", Role.OPERATOR, "net");

        assertThat(status("LOCK", "net", lock("a"), basic("anything", token))).isEqualTo(200);
        assertThat(status("POST", "net?ID=a", STATE, basic("", token))).isEqualTo(200);
        assertThat(status("GET", "net", "", "Bearer " + token)).isEqualTo(200);
        assertThat(status("UNLOCK", "net", lock("a"), "bearer " + token)).isEqualTo(200);
        assertThat(states.history(StateName.terraform("net"), 1).get(0).facts())
                .containsEntry("user", "ci");
    }

    @Test
    void aVersionIsSavedByWhoseCredentialItIsAndNotByWhoItSaysItIs() throws IOException {
        String token = "Bearer " + token("ci", Role.OPERATOR, "net");

        status("LOCK", "net", lock("a").replace("me@host", "boss@host"), token);
        status("POST", "net?ID=a", STATE, token);
        status("UNLOCK", "net", lock("a"), token);
        status("POST", "net", STATE.replace("1", "2"), token);

        assertThat(states.history(StateName.terraform("net"), 10))
                .hasSize(2)
                .allSatisfy(version -> {
                    assertThat(version.by()).isEqualTo("ci");
                    assertThat(version.facts()).containsEntry("identity", "token:ci");
                });
        assertThat(audit().lines().filter(line -> line.contains("state.written_unlocked")))
                .singleElement()
                .asString()
                .contains("\"identity\":\"token:ci\"");
    }

    @Test
    void withoutATokenThatIsKnownNothingIsSaidOrDone() {
        for (String header :
                new String[] {
                    null,
                    basic("user", "wrong"),
                    "Bearer wrong",
                    "Basic not-base64!",
                    basic("user", ""),
                    "Basic "
                            + Base64.getEncoder()
                                    .encodeToString("nocolon".getBytes(StandardCharsets.UTF_8))
                }) {
            assertThat(status("GET", "net", "", header)).as(header).isEqualTo(401);
            assertThat(status("LOCK", "net", lock("a"), header)).as(header).isEqualTo(401);
            assertThat(status("UNLOCK", "net", "", header)).as(header).isEqualTo(401);
        }
    }

    @Test
    void whoMayOnlyLookNeitherLocksNorWrites() {
        String viewer = "Bearer " + token("viewer", Role.VIEWER, "net");

        assertThat(status("GET", "net", "", viewer)).isEqualTo(404);
        assertThat(status("LOCK", "net", lock("a"), viewer)).isEqualTo(403);
        assertThat(status("POST", "net", STATE, viewer)).isEqualTo(403);
        assertThat(status("POST", "net?ID=a", STATE, viewer)).isEqualTo(403);
        assertThat(status("DELETE", "net", "", viewer)).isEqualTo(403);
        assertThat(status("UNLOCK", "net", "", viewer)).isEqualTo(403);
        assertThat(states.names()).isEmpty();
    }

    @Test
    void aRightBelowOneNameIsNoneBelowAnother() {
        String operator = "Bearer " + token("ci", Role.OPERATOR, "net/eu");

        assertThat(status("LOCK", "net/eu", lock("a"), operator)).isEqualTo(200);
        assertThat(status("GET", "net/us", "", operator)).isEqualTo(403);
        assertThat(status("LOCK", "net/us", lock("b"), operator)).isEqualTo(403);
        assertThat(status("LOCK", "net/europe", lock("c"), operator)).isEqualTo(403);
    }

    @Test
    void aForceUnlockNeedsItsOwnRightAndIsInTheTrail() throws IOException {
        String operator = "Bearer " + token("ci", Role.OPERATOR, "net");
        String admin = basic("x", token("boss", Role.ADMIN, "net"));
        status("LOCK", "net", lock("a"), operator);

        assertThat(status("UNLOCK", "net", "", operator)).isEqualTo(403);
        assertThat(status("UNLOCK", "net", "{\"ID\":\"a\"}", operator)).isEqualTo(403);
        assertThat(status("LOCK", "net", lock("b"), operator)).isEqualTo(423);
        assertThat(audit()).doesNotContain("force_unlock");
        assertThat(status("UNLOCK", "net", "", admin)).isEqualTo(200);

        String requested = "lock.force_unlock.requested";
        assertThat(audit()).contains(requested).contains("lock.forced").contains("boss");
        assertThat(audit().indexOf(requested)).isLessThan(audit().indexOf("lock.forced"));
        assertThat(line(requested)).contains("\"identity\":\"token:boss\"");
    }

    @Test
    void whatIsOutOfTheOrdinaryIsInTheTrailWithWhoDidIt() throws IOException {
        String operator = "Bearer " + token("ci", Role.OPERATOR, "net");

        status("POST", "net", STATE, operator);
        status("POST", "net?ID=ghost", STATE, operator);

        assertThat(audit())
                .contains("state.written_unlocked")
                .contains("state.write_refused")
                .contains("\"by\":\"ci\"");
        for (String event : List.of("state.written_unlocked", "state.write_refused")) {
            assertThat(line(event)).contains("\"identity\":\"token:ci\"");
        }
    }

    /** The first line of the trail that tells of this. */
    private String line(String event) throws IOException {
        return audit().lines().filter(line -> line.contains(event)).findFirst().orElseThrow();
    }

    @Test
    void aRemovalNeedsTheRightToRestoreAndIsInTheTrailBeforeItIsDone() throws IOException {
        String operator = "Bearer " + token("ci", Role.OPERATOR, "net");
        String admin = basic("x", token("boss", Role.ADMIN, "net"));
        status("POST", "net", STATE, operator);

        assertThat(status("DELETE", "net", "", operator)).isEqualTo(403);
        assertThat(audit()).doesNotContain("state.remove");
        assertThat(status("DELETE", "net", "", admin)).isEqualTo(200);

        String requested = "state.remove.requested";
        assertThat(audit()).contains(requested).contains("state.removed").contains("boss");
        assertThat(audit().indexOf(requested)).isLessThan(audit().indexOf("state.removed"));
    }

    @Test
    void whoAsksTooOftenIsToldToComeLaterUnlessItEndsItsRun() {
        String ci = basic("", token("ci", Role.OPERATOR, "net"));
        String other = basic("", token("other", Role.OPERATOR, "net"));
        stopServer();
        start(slow());

        assertThat(status("LOCK", "net", lock("a"), ci)).isEqualTo(200);
        for (int i = 0; i < 5; i++) {
            status("GET", "net", "", ci);
        }

        assertThat(status("GET", "net", "", ci)).isEqualTo(429);
        assertThat(status("LOCK", "net", lock("b"), ci)).isEqualTo(429);
        assertThat(status("GET", "net", "", other)).isEqualTo(404);
        assertThat(status("POST", "net?ID=a", STATE, ci)).isEqualTo(200);
        assertThat(status("UNLOCK", "net", lock("a"), ci)).isEqualTo(200);
    }

    @Test
    void whoShowsNoGoodTokenIsPacedByItsAddress() {
        stopServer();
        start(slow());
        for (int i = 0; i < 5; i++) {
            status("GET", "net", "", basic("", "guess-" + i));
        }

        assertThat(status("GET", "net", "", basic("", "guess"))).isEqualTo(429);
    }

    private void stopServer() {
        server.close();
        trail.close();
        engine.close();
    }

    /** One request a second. */
    private static ServerLimits slow() {
        ServerLimits usual = ServerLimits.DEFAULT;
        return new ServerLimits(
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
    }
}

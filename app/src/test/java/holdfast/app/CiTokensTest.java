package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Hold;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs of a CI system that have no secret of ours: a real server knows them by tokens that run out, again and again. */
final class CiTokensTest {
    private static final Pattern URL = Pattern.compile("http://127\\.0\\.0\\.1:\\d+");
    private static final Duration SHORT = Duration.ofSeconds(3);
    private static final int NOT_PERMITTED = 77;

    @RegisterExtension private final Workshop workshop = new Workshop();
    private CiSystem ci;
    private String server;

    @BeforeEach
    void start() throws Exception {
        ci = new CiSystem();
        workshop.write(
                "server.yaml",
                """
                access:
                  oidc:
                    ci:
                      issuer: %s
                      audience: holdfast
                      clock_skew: 0s
                      rules:
                        deployers:
                          claims: [repository=acme/shop]
                          role: operator
                          prefixes: [shop]
                        lookers:
                          claims: [repository=acme/*]
                          role: viewer
                          prefixes: [blog]
                """
                        .formatted(ci.url()));
        server = serve();
    }

    @AfterEach
    void stop() {
        ci.close();
    }

    private String serve() {
        RunningHoldfast started =
                workshop.start(
                        "serve",
                        "--port",
                        "0",
                        "--config",
                        workshop.file("server.yaml").toString());
        Deadline.await(
                "the server serves: " + started,
                () -> URL.matcher(started.out() + started.err()).find() || !started.isAlive());
        Matcher url = URL.matcher(started.out() + started.err());
        assertThat(url.find()).as(started::toString).isTrue();
        return url.group();
    }

    private Map<String, String> at(Map<String, String> more) {
        var environment = new HashMap<>(Map.of("HOLDFAST_STORE", "", "HOLDFAST_SERVER", server));
        environment.putAll(more);
        return environment;
    }

    private static int status(HttpRequest.Builder request, String token) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest asked =
                    request.header("Authorization", "Bearer " + token)
                            .header("Content-Type", "application/json")
                            .build();
            return http.send(asked, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }

    private int locking(String resource, String token) throws Exception {
        String body =
                """
                {"resource": "%s", "lease_seconds": 60}
                """
                        .formatted(resource);
        return status(
                HttpRequest.newBuilder(URI.create(server + "/v1/locks"))
                        .POST(HttpRequest.BodyPublishers.ofString(body)),
                token);
    }

    private int looking(String resource, String token) throws Exception {
        return status(
                HttpRequest.newBuilder(URI.create(server + "/v1/history?resource=" + resource)),
                token);
    }

    @Test
    void aJobMayDoWhatItsClaimsSayBelowThePrefixesThatTheySay() throws Exception {
        String shop = ci.token("holdfast", "shop");
        String wiki = ci.token("holdfast", "wiki");

        assertThat(locking("shop", shop)).isBetween(200, 201);
        assertThat(locking("shop", wiki)).isEqualTo(403);
        assertThat(locking("blog", shop)).isEqualTo(403);
        assertThat(looking("blog", wiki)).isEqualTo(200);
        assertThat(looking("shop", wiki)).isEqualTo(403);
        assertThat(workshop.live())
                .singleElement()
                .satisfies(hold -> assertThat(hold.owner().name()).contains("repo:acme/shop"));
    }

    @Test
    void whoseTokenIsForAnotherOrChangedOrOverIsUnknown() throws Exception {
        String good = ci.token("holdfast", "shop");
        ci.giveTokensFor(Duration.ofSeconds(-1));

        assertThat(locking("shop", ci.token("somebody-else", "shop"))).isEqualTo(401);
        assertThat(locking("shop", ci.token("holdfast", "shop"))).isEqualTo(401);
        int payload = good.indexOf('.') + 10;
        String changed =
                good.substring(0, payload)
                        + (good.charAt(payload) == 'A' ? 'B' : 'A')
                        + good.substring(payload + 1);
        assertThat(locking("shop", changed)).isEqualTo(401);
        assertThat(workshop.live()).isEmpty();
        assertThat(locking("shop", good)).isBetween(200, 201);
    }

    @Test
    void aRunInAJobOfGitHubsKeepsItsLockWhileItsTokensRunOut() {
        ci.giveTokensFor(SHORT);
        RunningHoldfast run =
                workshop.start(
                        at(ci.environment()),
                        Workshop.runOf(
                                "touch up; while [ ! -e go ]; do sleep 0.1; done",
                                "--lease",
                                "6s"));
        workshop.awaitFile(run, "up");
        Hold hold = workshop.live().getFirst();

        Deadline.await(
                "the lock outlives the lease that it had, and many tokens: " + run,
                () ->
                        !run.isAlive()
                                || (ci.given() > 4
                                        && workshop.live().stream()
                                                .anyMatch(now ->
                                                        now.heartbeatAt()
                                                                .hasReached(hold.until()))));

        assertThat(workshop.live()).extracting(Hold::id).containsExactly(hold.id());
        workshop.make("go");
        assertThat(run.exitCode()).as(run::toString).isZero();
        assertThat(run.err()).doesNotContain(CiSystem.PASS);
        assertThat(workshop.live()).isEmpty();
    }

    /** A new token, for who reads it now or later. */
    private void putToken() {
        try {
            workshop.write("token.new", ci.token("holdfast", "shop"));
            Files.move(
                    workshop.file("token.new"),
                    workshop.file("token"),
                    StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private long timesAsked() {
        return Files.exists(workshop.file("asked")) ? workshop.read("asked").lines().count() : 0;
    }

    @Test
    void aRunAsksItsCommandForATokenAgainBeforeThatHasRunOut() {
        ci.giveTokensFor(SHORT);
        putToken();
        RunningHoldfast run =
                workshop.start(
                        at(Map.of()),
                        Workshop.runOf(
                                "touch up; while [ ! -e go ]; do sleep 0.1; done",
                                "--lease",
                                "6s",
                                "--token-command",
                                "echo x >> asked; cat token"));
        workshop.awaitFile(run, "up");
        Hold hold = workshop.live().getFirst();

        Deadline.await(
                "the lock outlives the lease that it had, and many tokens: " + run,
                () -> {
                    putToken();
                    return !run.isAlive()
                            || (timesAsked() > 4
                                    && workshop.live().stream()
                                            .anyMatch(now ->
                                                    now.heartbeatAt().hasReached(hold.until())));
                });

        assertThat(workshop.live()).extracting(Hold::id).containsExactly(hold.id());
        assertThat(timesAsked()).as("not for every request").isLessThan(20);
        workshop.make("go");
        putToken();
        assertThat(run.exitCode()).as(run::toString).isZero();
    }

    @Test
    void aCommandInsideARunFindsTheTokenInTheSameWay() {
        putToken();
        RunningHoldfast run =
                workshop.start(
                        at(Map.of()),
                        Workshop.runOf(
                                RunningHoldfast.launcher()
                                        + " run --lock shop//api --no-wait -- true",
                                "--token-command",
                                "cat token"));

        assertThat(run.exitCode()).as(run::toString).isZero();
    }

    @Test
    void aTokenCommandThatFailsIsToldWithoutWhatItPrintedOrIs() {
        RunningHoldfast list =
                workshop.start(
                        at(Map.of()),
                        "locks",
                        "list",
                        "--token-command",
                        "echo hush-hush; : also-hush-hush; exit 3");

        assertThat(list.exitCode()).as(list::toString).isEqualTo(NOT_PERMITTED);
        assertThat(list.err()).contains("the token command ended with exit code 3");
        assertThat(list.toString()).doesNotContain("hush-hush");
    }

    @Test
    void aJobThatGitHubGivesNoTokenIsToldSo() {
        var environment = new HashMap<>(ci.environment());
        environment.put("ACTIONS_ID_TOKEN_REQUEST_TOKEN", "another-pass");

        RunningHoldfast list = workshop.start(at(environment), "locks", "list");

        assertThat(list.exitCode()).as(list::toString).isEqualTo(NOT_PERMITTED);
        assertThat(list.err())
                .contains("GitHub gave no token: it answered with 401")
                .doesNotContain("another-pass");
    }

    @Test
    void aTokenThatIsNamedGoesBeforeTheOneOfTheJob() {
        var environment = new HashMap<>(ci.environment());
        environment.put("HOLDFAST_TOKEN", ci.token("holdfast", "shop"));

        RunningHoldfast run = workshop.start(at(environment), Workshop.runOf("true"));

        assertThat(run.exitCode()).as(run::toString).isZero();
        assertThat(ci.given()).isZero();
    }

    @Test
    void anotherAudienceIsNamedInTheEnvironment() {
        var environment = new HashMap<>(ci.environment());
        environment.put("HOLDFAST_TOKEN_AUDIENCE", "somebody-else");

        RunningHoldfast list = workshop.start(at(environment), "locks", "list");

        assertThat(list.exitCode()).as(list::toString).isEqualTo(NOT_PERMITTED);
        assertThat(ci.given()).isPositive();
    }

    @Test
    void aFileAndACommandAreNotBothNamed() {
        RunningHoldfast list =
                workshop.start(
                        at(Map.of()),
                        "locks",
                        "list",
                        "--token-file",
                        "token",
                        "--token-command",
                        "cat token");

        assertThat(list.exitCode()).isEqualTo(64);
        assertThat(list.err()).contains("not both");
    }
}

package holdfast.server;

import static holdfast.server.Conditions.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import holdfast.Holdfast;
import holdfast.access.AccessSettings;
import holdfast.access.Authenticator;
import holdfast.access.Grant;
import holdfast.access.Role;
import holdfast.access.Tokens;
import holdfast.audit.AuditQuery;
import holdfast.audit.AuditSettings;
import holdfast.audit.AuditTrail;
import holdfast.audit.AuditVerification;
import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.json.JsonObject;
import holdfast.metrics.Metrics;
import holdfast.metrics.MetricsSettings;
import holdfast.model.Prefix;
import holdfast.notify.Notifier;
import holdfast.notify.NotifySettings;
import holdfast.notify.Webhook;
import holdfast.store.memory.MemoryDocumentStore;
import holdfast.store.memory.MemoryLockStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server with access, audit trail, metrics and webhooks, as callers with and without rights meet it. */
final class AccessOverHttpTest {
    private static final NotifySettings.Persistence ONCE =
            new NotifySettings.Persistence(
                    1, Duration.ofMillis(10), Duration.ofMillis(10), Duration.ofSeconds(10));

    @TempDir private Path folder;
    private final MemoryLockStore store = MemoryLockStore.withSystemClock();
    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private final Tokens tokens = new Tokens(documents, InstantSource.system());
    private final List<String> told = new CopyOnWriteArrayList<>();
    private volatile int hookStatus = 200;
    private HttpServer hook;
    private LockEngine engine;
    private AuditTrail trail;
    private Notifier notifier;
    private Metrics metrics;
    private HoldfastServer server;
    private Browser browser;

    @BeforeEach
    void start() throws IOException {
        hook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        hook.createContext(
                "/",
                exchange -> {
                    told.add(
                            new String(
                                    exchange.getRequestBody().readAllBytes(),
                                    StandardCharsets.UTF_8));
                    exchange.sendResponseHeaders(hookStatus, -1);
                    exchange.close();
                });
        hook.start();
        engine = LockEngine.open(store, EngineSettings.DEFAULT);
        trail =
                AuditTrail.open(
                        AuditSettings.in(folder, "server-1"), documents, InstantSource.system());
        notifier = Notifier.open(webhooks(), documents, InstantSource.system());
        metrics = Metrics.on(engine, MetricsSettings.DEFAULT);
        server = HoldfastServer.start(parts(), ServerSettings.DEFAULT.at("127.0.0.1", 0));
        browser = new Browser(server.port());
    }

    private NotifySettings webhooks() {
        var url = URI.create("http://127.0.0.1:" + hook.getAddress().getPort() + "/hook");
        var webhook =
                new Webhook("ops", url, null, Set.of("lock.forced", "freeze"), Webhook.Form.JSON);
        return new NotifySettings(List.of(webhook), 100, 100, ONCE);
    }

    private HoldfastServer.Parts parts() {
        var access =
                new AccessSettings(AccessSettings.StoredTokens.ACCEPTED, Duration.ZERO, List.of());
        var gate =
                new WatchedGate(
                        new AccessGate(Authenticator.of(access, documents, InstantSource.system())),
                        trail);
        var beside =
                new Beside(
                                Optional.of(metrics::scrape),
                                Optional.of(trail),
                                Optional.of(documents),
                                Optional.of(notifier))
                        .counting(metrics::error);
        return new HoldfastServer.Parts(
                engine, store, gate, Optional.empty(), Witness.NONE, List.of(), beside);
    }

    @AfterEach
    void stop() {
        browser.close();
        server.close();
        metrics.close();
        notifier.close();
        engine.close();
        trail.close();
        store.close();
        hook.stop(0);
    }

    /** The header with a new token. */
    private String token(String name, Role role, String... prefixes) {
        Set<Prefix> below =
                prefixes.length == 0
                        ? Set.of(Prefix.EVERYTHING)
                        : Set.of(prefixes).stream()
                                .map(Prefix::new)
                                .collect(java.util.stream.Collectors.toSet());
        return tokens.create(new Tokens.Wish(name, List.of(new Grant(role, below)), "test", null))
                .token()
                .reveal();
    }

    private Browser.Answer acquire(String token, String resource) {
        return browser.post(token, "/v1/locks", Map.of("resource", resource, "owner_id", "run-1"));
    }

    private static Map<String, String> because(String reason) {
        return Map.of("reason", reason);
    }

    private double errors(String type) {
        String series = "holdfast_errors_total{type=\"" + type + "\"} ";
        return metrics.scrape()
                .lines()
                .filter(line -> line.startsWith(series))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length())))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyRequestThatGetsAnErrorIsCountedOnceByItsCode() {
        String operator = token("ci", Role.OPERATOR);
        String root = token("root", Role.ADMIN);
        browser.get(null, "/v1/locks");
        acquire(token("watcher", Role.VIEWER), "shop");
        assertThat(errors("permission_denied")).isEqualTo(2);

        browser.get(operator, "/v1/locks?nonsense=1");
        assertThat(errors("invalid_request")).isEqualTo(1);

        String lock = acquire(operator, "shop").text("lock_id");
        assertThat(acquire(root, "shop").status()).isEqualTo(409);
        assertThat(errors("lock_exists")).isEqualTo(1);

        browser.post(root, "/v1/locks/" + lock + "/force-unlock", because("wedged"));
        browser.post(operator, "/v1/locks/" + lock + "/renew", Map.of("resource", "shop"));
        browser.send(
                "POST",
                operator,
                "/v1/locks/renew",
                "{\"locks\":[{\"lock_id\":\"" + lock + "\",\"resource\":\"shop\"}]}");
        assertThat(errors("lock_lost")).isEqualTo(2);
        assertThat(browser.delete(operator, "/v1/locks/lock_1_ci_0123abcd?resource=shop").status())
                .isEqualTo(404);
        assertThat(errors("lock_not_found")).isEqualTo(1);
    }

    @Test
    void withoutATokenNothingIsAnswered() {
        for (String path : List.of("/v1/locks", "/v1/events", "/metrics", "/v1/audit")) {
            Browser.Answer answer = browser.get(null, path);
            assertThat(answer.status()).as(path).isEqualTo(401);
            assertThat(answer.text("code")).isEqualTo("PERMISSION_DENIED");
            assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
        }
        assertThat(browser.get("hf_0123456789abcdef_" + "A".repeat(43), "/v1/locks").status())
                .isEqualTo(401);
        assertThat(browser.get(null, "/healthz").status()).isEqualTo(200);
    }

    @Test
    void aViewerSeesAndMayNotTake() {
        String viewer = token("watcher", Role.VIEWER);

        assertThat(browser.get(viewer, "/v1/locks").status()).isEqualTo(200);
        Browser.Answer refused = acquire(viewer, "shop/production");

        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.text("detail"))
                .isEqualTo(
                        "watcher: the role viewer may not acquire locks: that needs the role operator");
    }

    @Test
    void aTokenIsGoodBelowItsPrefixOnly() {
        String operator = token("ci", Role.OPERATOR, "shop");

        assertThat(acquire(operator, "shop/production").status()).isEqualTo(201);
        assertThat(acquire(operator, "shopping").status()).isEqualTo(403);
        Browser.Answer refused = acquire(operator, "bank");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.text("detail"))
                .isEqualTo("ci: may acquire locks only below shop: 'bank' reaches beyond that");
    }

    @Test
    void whatLiesOutsideOfAPrefixIsNotListed() {
        acquire(token("all", Role.OPERATOR), "bank/production");
        String operator = token("ci", Role.OPERATOR, "shop");
        acquire(operator, "shop/production");

        String seen = browser.get(operator, "/v1/locks").body();

        assertThat(seen).contains("shop/production").doesNotContain("bank");
    }

    @Test
    void theOwnerIsWhoTheTokenSaysWhateverTheCallerSays() {
        Browser.Answer lock =
                browser.post(
                        token("mallory", Role.OPERATOR),
                        "/v1/locks",
                        Map.of("resource", "shop", "owner", "alice", "owner_id", "run-1"));

        assertThat(lock.status()).isEqualTo(201);
        assertThat(lock.text("owner")).isEqualTo("mallory");
        assertThat(lock.body()).contains("token:mallory");
    }

    @Test
    void whoKnowsTheIdsOfALockCannotUseThem() {
        Browser.Answer hers = acquire(token("alice", Role.OPERATOR), "shop/production");
        String mallory = token("mallory", Role.OPERATOR);
        String lock = "/v1/locks/" + hers.text("lock_id");

        assertThat(browser.delete(mallory, lock).status()).isEqualTo(403);
        assertThat(browser.post(mallory, lock + "/renew", Map.of()).status()).isEqualTo(403);
        assertThat(browser.post(mallory, lock + "/transfer", Map.of("owner_id", "x")).status())
                .isEqualTo(403);
        assertThat(browser.post(mallory, lock + "/force-unlock", because("mine")).status())
                .isEqualTo(403);
        Browser.Answer claimed =
                browser.post(
                        mallory,
                        "/v1/locks",
                        Map.of(
                                "resource",
                                "shop/production",
                                "owner_id",
                                hers.text("owner_id"),
                                "under",
                                hers.text("lock_id")));
        assertThat(claimed.status()).isEqualTo(403);
        assertThat(engine.find(new holdfast.model.LockId(hers.text("lock_id")))).isPresent();
    }

    private List<JsonObject> denials() throws IOException {
        return trailText()
                .lines()
                .map(JsonObject::parse)
                .filter(line -> line.text("event").equals("access.denied"))
                .toList();
    }

    @Test
    void whatSomebodyTriesAndMayNotDoIsALineOfTheTrail() throws IOException {
        String alice = token("alice", Role.OPERATOR);
        String mallory = token("mallory", Role.OPERATOR);
        String lock = "/v1/locks/" + acquire(alice, "shop/production").text("lock_id");
        String request = waits(alice, "shop/production", "request-2");
        Map<String, Object> freeze =
                Map.of("prefix", "shop", "reason", "mine", "duration_seconds", 60);
        assertThat(
                        List.of(
                                browser.delete(mallory, lock),
                                browser.post(mallory, lock + "/renew", Map.of()),
                                browser.post(mallory, lock + "/transfer", Map.of("owner_id", "x")),
                                browser.post(mallory, lock + "/force-unlock", because("mine")),
                                browser.delete(mallory, request),
                                browser.post(mallory, "/v1/freezes", freeze),
                                browser.get(mallory, "/v1/audit"),
                                browser.get(mallory, "/v1/tokens")))
                .extracting(Browser.Answer::status)
                .containsOnly(403);

        assertThat(denials())
                .extracting(line -> line.texts("metadata").get("action"))
                .containsExactly(
                        "release",
                        "renew",
                        "transfer",
                        "force_unlock",
                        "cancel",
                        "freeze",
                        "audit",
                        "administer");
        assertThat(denials())
                .allSatisfy(line ->
                        assertThat(line.texts("metadata"))
                                .containsEntry("by", "mallory")
                                .containsEntry("identity", "token:mallory")
                                .containsKey("detail"));
        assertThat(denials().getFirst().text("lock_key")).isEqualTo("shop/production");
        assertThat(denials().getFirst().text("locked_by")).isEqualTo("alice");
        assertThat(trailText()).doesNotContain(mallory);
    }

    @Test
    void toLookAtSomethingIsNoAttemptOnIt() throws IOException {
        String lock = acquire(token("alice", Role.OPERATOR), "shop/production").text("lock_id");

        assertThat(browser.get(token("b", Role.VIEWER, "bank"), "/v1/locks/" + lock).status())
                .isEqualTo(403);

        assertThat(denials()).isEmpty();
    }

    @Test
    void whoTriesAgainAndAgainFillsNoMoreThanAFewLines() throws IOException {
        String mallory = token("mallory", Role.VIEWER);
        for (int i = 0; i < 100; i++) {
            assertThat(acquire(mallory, "shop-" + i).status()).isEqualTo(403);
        }
        assertThat(acquire(token("trent", Role.VIEWER), "shop").status()).isEqualTo(403);

        assertThat(denials()).hasSize(Denials.LINES_A_MINUTE + 1);
        assertThat(denials().getLast().texts("metadata")).containsEntry("by", "trent");
    }

    @Test
    void theOwnerUsesItsLockAndClaimsMoreByTheIdItWasTold() {
        String alice = token("alice", Role.OPERATOR);
        Browser.Answer lock = acquire(alice, "shop/production");

        Browser.Answer more =
                browser.post(
                        alice,
                        "/v1/locks",
                        Map.of(
                                "resource",
                                "shop/production//api",
                                "owner_id",
                                lock.text("owner_id"),
                                "under",
                                lock.text("lock_id")));

        assertThat(more.status()).isEqualTo(201);
        assertThat(more.text("token")).isEqualTo(lock.text("token"));
        String path = "/v1/locks/" + lock.text("lock_id");
        assertThat(browser.post(alice, path + "/renew", Map.of()).status()).isEqualTo(200);
        assertThat(browser.delete(alice, path).status()).isEqualTo(200);
    }

    @Test
    void whatConcernsOthersNeedsAnAdminOfThatPlace() {
        String operator = token("ci", Role.OPERATOR);
        Map<String, Object> freeze =
                Map.of("prefix", "shop", "reason", "weekend", "duration_seconds", 60);

        assertThat(browser.post(operator, "/v1/freezes", freeze).status()).isEqualTo(403);
        assertThat(browser.post(token("b", Role.ADMIN, "bank"), "/v1/freezes", freeze).status())
                .isEqualTo(403);
        assertThat(browser.post(token("s", Role.ADMIN, "shop"), "/v1/freezes", freeze).status())
                .isEqualTo(201);
    }

    @Test
    void aKeyIsItsCallersOwnAlsoForFreezes() {
        String freeze = "{\"prefix\":\"%s\",\"reason\":\"r\",\"duration_seconds\":600}";

        var first =
                browser.send(
                        "POST",
                        token("root", Role.ADMIN),
                        "/v1/freezes",
                        freeze.formatted("bank"),
                        "1");
        var second =
                browser.send(
                        "POST",
                        token("chief", Role.ADMIN),
                        "/v1/freezes",
                        freeze.formatted("shop"),
                        "1");

        assertThat(List.of(first.status(), second.status())).containsOnly(201);
        assertThat(engine.freezes().all()).hasSize(2);
    }

    @Test
    void aFreezeIsNotReplacedByWhoMayNotThawIt() {
        Map<String, Object> ofTheBank =
                Map.of(
                        "prefix",
                        "bank",
                        "reason",
                        "audit",
                        "duration_seconds",
                        600,
                        "freeze_id",
                        "f1");
        assertThat(browser.post(token("root", Role.ADMIN), "/v1/freezes", ofTheBank).status())
                .isEqualTo(201);

        Map<String, Object> ofTheShop =
                Map.of("prefix", "shop", "reason", "x", "duration_seconds", 1, "freeze_id", "f1");
        String shopkeeper = token("s", Role.ADMIN, "shop");

        assertThat(browser.post(shopkeeper, "/v1/freezes", ofTheShop).status()).isEqualTo(403);
        assertThat(browser.delete(shopkeeper, "/v1/freezes/f1").status()).isEqualTo(403);
        assertThat(engine.freezes().all())
                .singleElement()
                .satisfies(freeze -> assertThat(freeze.prefix()).isEqualTo(new Prefix("bank")));
    }

    @Test
    void theRequestOfAnotherIsNeitherAnsweredNorCancelled() {
        String alice = token("alice", Role.OPERATOR);
        acquire(alice, "shop/production//db");
        Browser.Answer waiting =
                browser.post(
                        alice,
                        "/v1/locks",
                        Map.of(
                                "resource",
                                "shop/production//db",
                                "owner_id",
                                "run-2",
                                "request_id",
                                "request-2",
                                "wait_seconds",
                                600));
        assertThat(waiting.status()).isEqualTo(202);
        String hers = "/v1/requests/request-2?resource=shop/production//db";
        String besides = "/v1/requests/request-2?resource=shop/production//api";
        String mallory = token("mallory", Role.OPERATOR);
        String neighbour = token("neighbour", Role.ADMIN, "shop/production//api");

        assertThat(browser.get(mallory, hers).status()).isEqualTo(403);
        assertThat(browser.delete(mallory, hers).status()).isEqualTo(403);
        assertThat(browser.get(neighbour, besides).status()).isEqualTo(403);
        assertThat(browser.delete(neighbour, besides).status()).isEqualTo(403);
        assertThat(browser.get(alice, hers).status()).isEqualTo(202);
        assertThat(browser.delete(alice, hers).status()).isEqualTo(200);
    }

    private String waits(String token, String resource, String request) {
        Map<String, Object> wish =
                Map.of(
                        "resource",
                        resource,
                        "owner_id",
                        "run-of-" + request,
                        "request_id",
                        request,
                        "wait_seconds",
                        600);
        assertThat(browser.post(token, "/v1/locks", wish).status()).isEqualTo(202);
        return "/v1/requests/" + request + "?resource=" + resource;
    }

    @Test
    void whoEndsTheLockOrTheRequestOfAnotherIsNamedInTheTrail() throws IOException {
        String alice = token("alice", Role.OPERATOR);
        String root = token("root", Role.ADMIN);
        String lock = acquire(alice, "shop").text("lock_id");
        String request = waits(alice, "shop", "request-2");

        assertThat(browser.delete(root, request + "&reason=cancelled+by+alice").status())
                .isEqualTo(200);
        assertThat(browser.delete(root, "/v1/locks/" + lock).status()).isEqualTo(200);

        await(() -> trailText().contains("lock.released"));
        assertThat(trailText())
                .contains("cancelled by root: cancelled by alice")
                .containsPattern("lock\\.release\\.requested.*\"by\":\"root\"");
    }

    @Test
    void anAdminHandsALockToAColleagueAndNobodyElseDoes() {
        String alice = token("alice", Role.OPERATOR);
        String bob = token("bob", Role.OPERATOR);
        String root = token("root", Role.ADMIN);
        Browser.Answer bobs = acquire(bob, "mail");
        Map<?, ?> facts = (Map<?, ?>) bobs.field("owner_facts");
        String identity = String.valueOf(facts.get("identity"));
        String lock = "/v1/locks/" + acquire(alice, "shop").text("lock_id");
        Map<String, String> toBob =
                Map.of("receiver", identity, "owner", "bob", "owner_id", bobs.text("owner_id"));

        assertThat(browser.post(alice, lock + "/transfer", toBob).status()).isEqualTo(403);
        Browser.Answer moved = browser.post(root, lock + "/transfer", toBob);

        assertThat(moved.status()).as("%s", moved).isEqualTo(200);
        List<?> locks = (List<?>) moved.field("locks");
        String now = "/v1/locks/" + ((Map<?, ?>) locks.getFirst()).get("lock_id");
        assertThat(browser.post(alice, now + "/renew", Map.of()).status()).isEqualTo(403);
        Browser.Answer renewed = browser.post(bob, now + "/renew", Map.of());
        assertThat(renewed.status()).isEqualTo(200);
        assertThat(renewed.text("owner_id")).isEqualTo(bobs.text("owner_id"));
    }

    @Test
    void whatNobodyKnowsIsRefusedWhereMessagesAreSentAgainOrForgottenToo() {
        String root = token("root", Role.ADMIN);
        String letter = "/v1/webhooks/ops/dead-letters/x";

        assertThat(browser.post(root, letter + "/resend", Map.of("colour", "red")).status())
                .isEqualTo(400);
        assertThat(browser.delete(root, letter + "?colour=red").status()).isEqualTo(400);
        assertThat(browser.delete(root, letter).status()).isEqualTo(404);
    }

    @Test
    void whoseRightsEndAtAPartOfARootStillHearsWhoTookItsLock() {
        String alice = token("alice", Role.OPERATOR, "shop//api");
        String mallory = token("mallory", Role.OPERATOR, "bank");
        String root = token("root", Role.ADMIN);
        String id = acquire(alice, "shop//api").text("lock_id");
        browser.post(root, "/v1/locks/" + id + "/force-unlock", because("runner died"));
        String path = "/v1/locks/" + id + "?resource=shop";

        assertThat(browser.get(alice, path).text("ended_reason")).isEqualTo("runner died");
        assertThat(browser.get(mallory, path).status()).isEqualTo(403);
    }

    @Test
    void whoTransfersTheLockOfAnotherToItselfIsNamedInTheTrail() {
        String lock = acquire(token("alice", Role.OPERATOR), "shop").text("lock_id");

        Browser.Answer mine =
                browser.post(
                        token("root", Role.ADMIN),
                        "/v1/locks/" + lock + "/transfer",
                        Map.of("owner_id", "run-of-root"));

        assertThat(mine.status()).isEqualTo(200);
        assertThat(trailText())
                .containsPattern(
                        "lock\\.transfer\\.requested.*\"locked_by\":\"alice\".*\"by\":\"root\"");
    }

    @Test
    void aPageOfLocksIsNotNamedAfterALockThatItsReaderMayNotSee() throws InterruptedException {
        var embedded = Holdfast.over(engine);
        for (int i = 0; i < 10_050; i++) {
            embedded.lock("hidden-%05d".formatted(i))
                    .lease(Duration.ofMinutes(5))
                    .acquireDetached();
        }
        String alice = token("alice", Role.OPERATOR);
        acquire(alice, "shop/a");
        acquire(alice, "zebra");
        // So many prefixes that all locks are read, and not only what is below them.
        String[] prefixes = {"shop", "a", "b", "c", "d", "e", "f", "g", "i"};
        String reader = token("reader", Role.VIEWER, prefixes);

        Browser.Answer page = browser.get(reader, "/v1/locks");

        assertThat(page.body()).contains("shop/a").doesNotContain("hidden", "zebra");
        assertThat(Cursor.hold(page.text("next_cursor")).root())
                .isEqualTo(new holdfast.model.Root("shop/a"));
        Browser.Answer rest = browser.get(reader, "/v1/locks?cursor=" + page.text("next_cursor"));
        assertThat(rest.body()).doesNotContain("next_cursor", "zebra");
    }

    @Test
    void whatSomebodyMayNotSeeIsNotToldAsFree() {
        String alice = token("alice", Role.OPERATOR);
        acquire(alice, "bank");
        acquire(alice, "shop/production//api");
        String reader = token("reader", Role.VIEWER, "shop/production//api");

        assertThat(browser.get(reader, "/v1/locks?resource=bank").status()).isEqualTo(403);
        assertThat(browser.get(reader, "/v1/locks?resource=shop/production").body())
                .as("some of it")
                .contains("shop/production//api");
    }

    @Test
    void theHistoryOfAResourceOutlivesTheServerAndTellsEachThingOnce() {
        String alice = token("alice", Role.OPERATOR);
        String lock = acquire(alice, "shop/production//api").text("lock_id");
        browser.delete(alice, "/v1/locks/" + lock);
        acquire(alice, "bank");
        String path = "/v1/history?resource=shop/production";
        assertThat(browser.get(alice, path).body()).containsOnlyOnce("\"acquired\"");
        await(() ->
                browser.get(token("root", Role.ADMIN), "/v1/audit?event=lock.released")
                        .body()
                        .contains(lock));
        assertThat(browser.get(alice, path).body()).containsOnlyOnce("\"acquired\"");

        browser.close();
        server.close();
        server = HoldfastServer.start(parts(), ServerSettings.DEFAULT.at("127.0.0.1", 0));
        browser = new Browser(server.port());

        String history = browser.get(alice, path).body();
        assertThat(history)
                .contains(lock, "shop/production//api")
                .containsOnlyOnce("\"acquired\"")
                .containsOnlyOnce("\"released\"")
                .doesNotContain("bank");
        assertThat(history.indexOf("released")).isLessThan(history.indexOf("\"acquired\""));
        assertThat(browser.get(token("b", Role.VIEWER, "bank"), path).status()).isEqualTo(403);
    }

    private String trailText() {
        try (var files = Files.list(folder)) {
            var text = new StringBuilder();
            for (Path file : files.filter(each -> each.toString().endsWith(".jsonl")).toList()) {
                text.append(Files.readString(file));
            }
            return text.toString();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void theNextPageOfRequestsIsNotNamedAfterWhatItsReaderMayNotSee() {
        String alice = token("alice", Role.OPERATOR);
        for (String resource : List.of("hidden", "secret", "shop")) {
            acquire(alice, resource);
            waits(alice, resource, "request-" + resource);
        }
        String reader = token("reader", Role.VIEWER, "shop");

        Browser.Answer page = browser.get(reader, "/v1/requests?limit=1");

        assertThat(page.body()).contains("request-shop");
        assertThat(page.text("next_cursor")).isEqualTo("null");
    }

    @Test
    void aRequestIdThatAnotherUsedGivesNothingOfTheOthers() {
        Map<String, Object> request =
                Map.of("resource", "shop", "owner_id", "run-1", "request_id", "request-1");
        Browser.Answer hers = browser.post(token("alice", Role.OPERATOR), "/v1/locks", request);
        assertThat(hers.status()).isEqualTo(201);

        Browser.Answer repeated =
                browser.post(token("mallory", Role.OPERATOR), "/v1/locks", request);

        assertThat(repeated.status()).isGreaterThanOrEqualTo(400);
        assertThat(repeated.body()).doesNotContain("\"confirmed\"");
    }

    @Test
    void aRevokedTokenIsAnsweredWith401() {
        Tokens.Created created =
                tokens.create(
                        new Tokens.Wish(
                                "ci", List.of(Grant.everywhere(Role.OPERATOR)), "test", null));
        String token = created.token().reveal();
        assertThat(browser.get(token, "/v1/locks").status()).isEqualTo(200);

        tokens.revoke(created.record().id(), "test");

        assertThat(browser.get(token, "/v1/locks").status()).isEqualTo(401);
    }

    @Test
    void aForcedLockIsInTheTrailBeforeAndAfterAndToldToTheWebhook() throws IOException {
        String lock = acquire(token("ci", Role.OPERATOR), "shop/production").text("lock_id");
        String admin = token("root", Role.ADMIN);

        Browser.Answer forced =
                browser.post(admin, "/v1/locks/" + lock + "/force-unlock", because("wedged"));

        assertThat(forced.status()).isEqualTo(200);
        Path file;
        try (var files = Files.list(folder)) {
            file =
                    files.filter(name -> name.toString().endsWith(".jsonl"))
                            .findFirst()
                            .orElseThrow();
        }
        List<String> events =
                Files.readAllLines(file).stream()
                        .map(line -> line.replaceFirst(".*\"event\":\"([^\"]*)\".*", "$1"))
                        .toList();
        assertThat(events)
                .startsWith("lock.acquired", "lock.force_unlock.requested", "lock.forced");
        assertThat(Files.readString(file)).contains("\"by\":\"root\"", "\"reason\":\"wedged\"");
        assertThat(AuditVerification.of(folder).problems()).isEmpty();
        await(() -> told.stream().anyMatch(body -> body.contains("by root: wedged")));
    }

    @Test
    void theLineBeforeAForceUnlockSaysWhoseLockItIsAndWhichCredentialTakesIt() throws IOException {
        String lock = acquire(token("ci", Role.OPERATOR), "shop/production//api").text("lock_id");
        browser.post(
                token("root", Role.ADMIN),
                "/v1/locks/" + lock + "/force-unlock",
                because("wedged"));

        List<String> lines =
                new AuditQuery("shop/production//api", "lock.force_unlock", null, null, null, 10)
                        .in(folder).stream().map(AuditQuery.Found::text).toList();

        assertThat(lines)
                .singleElement()
                .asString()
                .contains("\"locked_by\":\"ci\"", "\"identity\":\"token:root\"");
    }

    @Test
    void whenTheTrailCannotBeWrittenNothingIsForced() {
        String lock = acquire(token("ci", Role.OPERATOR), "shop/production").text("lock_id");
        trail.close();

        Browser.Answer refused =
                browser.post(
                        token("root", Role.ADMIN),
                        "/v1/locks/" + lock + "/force-unlock",
                        because("wedged"));

        assertThat(refused.status()).isEqualTo(503);
        assertThat(engine.find(new holdfast.model.LockId(lock))).isPresent();
        assertThat(engine.audit(10)).isEmpty();
        trail =
                AuditTrail.open(
                        AuditSettings.in(folder, "server-1"), documents, InstantSource.system());
    }

    @Test
    void theTrailIsForAdminsAndFindsWhatTheyAsk() {
        acquire(token("ci", Role.OPERATOR), "shop/production");
        String path = "/v1/audit?event=lock.acquired";

        assertThat(browser.get(token("op", Role.OPERATOR), path).status()).isEqualTo(403);
        String admin = token("root", Role.ADMIN);
        await(() -> browser.get(admin, path).body().contains("\"locked_by\":\"ci\""));
    }

    @Test
    void aScrapeCountsWhatWasDone() {
        acquire(token("ci", Role.OPERATOR), "shop/production");

        String scrape = browser.get(token("prometheus", Role.VIEWER), "/metrics").body();

        assertThat(scrape)
                .contains(
                        "deployer_lock_acquisition_success_total{environment=\"production\",lock_level=\"stack\",stack=\"shop\"} 1.0");
        assertThat(browser.get(token("part", Role.VIEWER, "shop"), "/metrics").status())
                .isEqualTo(403);
    }

    @Test
    void whatAWebhookDidNotTakeIsListedAndSentAgain() {
        hookStatus = 410;
        String admin = token("root", Role.ADMIN);
        String lock = acquire(admin, "shop/production").text("lock_id");
        browser.post(admin, "/v1/locks/" + lock + "/force-unlock", because("wedged"));
        String list = "/v1/webhooks/dead-letters";
        await(() -> browser.get(admin, list).body().contains("it answered 410"));
        hookStatus = 200;
        String letter =
                browser.get(admin, list)
                        .body()
                        .replaceFirst("(?s).*\"letter_id\":\"([^\"]*)\".*", "$1");
        int before = told.size();

        Browser.Answer sent =
                browser.post(
                        admin, "/v1/webhooks/ops/dead-letters/" + letter + "/resend", Map.of());

        assertThat(sent.status()).isEqualTo(202);
        await(() -> told.size() == before + 1);
        assertThat(browser.get(admin, list).body()).contains("\"dead_letters\":[]");
        assertThat(browser.get(token("op", Role.OPERATOR), list).status()).isEqualTo(403);
    }

    private static String wish(String name, String role, String more) {
        return "{\"name\":\""
                + name
                + "\",\"grants\":[{\"role\":\""
                + role
                + "\",\"prefixes\":[\"shop\"]}],\"by\":\"somebody else\""
                + more
                + "}";
    }

    @Test
    void tokensAreMadeListedAndRevokedByAnAdminOfEverythingOnly() {
        String wish = wish("ci", "operator", "");
        for (String other : List.of(token("op", Role.OPERATOR), token("s", Role.ADMIN, "shop"))) {
            assertThat(browser.send("POST", other, "/v1/tokens", wish).status()).isEqualTo(403);
            assertThat(browser.get(other, "/v1/tokens").status()).isEqualTo(403);
            assertThat(browser.delete(other, "/v1/tokens/0123456789abcdef").status())
                    .isEqualTo(403);
        }
        assertThat(browser.send("POST", null, "/v1/tokens", wish).status()).isEqualTo(401);
        String admin = token("root", Role.ADMIN);

        Browser.Answer made = browser.send("POST", admin, "/v1/tokens", wish);

        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(made.text("created_by")).isEqualTo("root");
        assertThat(acquire(made.text("token"), "shop/production").status()).isEqualTo(201);
        assertThat(acquire(made.text("token"), "bank/production").status()).isEqualTo(403);
        assertThat(browser.get(admin, "/v1/tokens").body())
                .contains(made.text("token_id"))
                .doesNotContain(made.text("token"), "hash");

        Browser.Answer revoked =
                browser.delete(admin, "/v1/tokens/" + made.text("token_id") + "?by=somebody");

        assertThat(revoked.text("state")).isEqualTo("revoked");
        assertThat(revoked.text("revoked_by")).isEqualTo("root");
        assertThat(browser.get(made.text("token"), "/v1/locks").status()).isEqualTo(401);
        assertThat(browser.delete(admin, "/v1/tokens/0123456789abcdef").status()).isEqualTo(404);
    }

    @Test
    void aTokenThatIsAskedForTwiceIsMadeOnceAndTheTrailSaysSo() throws IOException {
        String admin = token("root", Role.ADMIN);
        String wish = wish("ci", "operator", ",\"request_id\":\"deploy-7\"");
        Browser.Answer lost = browser.send("POST", admin, "/v1/tokens", wish);

        Browser.Answer again = browser.send("POST", admin, "/v1/tokens", wish);

        assertThat(again.status()).as(again.body()).isEqualTo(201);
        assertThat(again.text("token_id")).isEqualTo(lost.text("token_id"));
        assertThat(tokens.list()).hasSize(2);
        assertThat(browser.get(lost.text("token"), "/v1/locks").status()).isEqualTo(401);
        assertThat(browser.get(again.text("token"), "/v1/locks").status()).isEqualTo(200);
        assertThat(
                        browser.send(
                                        "POST",
                                        admin,
                                        "/v1/tokens",
                                        wish("cd", "operator", ",\"request_id\":\"deploy-7\""))
                                .body())
                .contains("400", lost.text("token_id"));
        assertThat(written()).contains("token.created", "token.secret_replaced");
    }

    private String written() throws IOException {
        trail.close();
        var written = new StringBuilder();
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                written.append(Files.readString(file));
            }
        }
        trail =
                AuditTrail.open(
                        AuditSettings.in(folder, "server-1"), documents, InstantSource.system());
        return written.toString();
    }

    @Test
    void aTokenThatMakesNoSenseIsNotMade() {
        String admin = token("root", Role.ADMIN);

        for (String wish :
                List.of(
                        "{\"name\":\"ci\"}",
                        "{\"name\":\"ci\",\"grants\":[{}]}",
                        wish("ci", "king", ""),
                        wish("ci", "viewer", ",\"expires_after_seconds\":0"),
                        wish("ci", "viewer", ",\"expires\":60"))) {
            assertThat(browser.send("POST", admin, "/v1/tokens", wish).status())
                    .as(wish)
                    .isEqualTo(400);
        }
        assertThat(tokens.list()).hasSize(1);
    }

    @Test
    void whoMadeAndRevokedATokenIsWrittenDownAndTheTokenIsNot() throws IOException {
        String admin = token("root", Role.ADMIN);
        Browser.Answer made = browser.send("POST", admin, "/v1/tokens", wish("ci", "operator", ""));
        browser.delete(admin, "/v1/tokens/" + made.text("token_id"));

        String written = written();
        String detail = "\"detail\":\"" + made.text("token_id") + " for ci: operator below shop\"";
        assertThat(written.lines().filter(line -> line.contains(detail)))
                .hasSize(2)
                .allMatch(line -> line.contains("\"by\":\"root\""))
                .anyMatch(line -> line.contains("\"event\":\"token.created\""))
                .anyMatch(line -> line.contains("\"event\":\"token.revoked\""));
        String secret = made.text("token").substring(made.text("token").lastIndexOf('_') + 1);
        assertThat(written).doesNotContain(secret);
    }

    @Test
    void theAuditTellsOfTokensOnceWhetherAServerMadeThemOrNot() {
        String admin = token("root", Role.ADMIN);
        String path = "/v1/audit?event=token.created";
        browser.send("POST", admin, "/v1/tokens", wish("ci", "operator", ""));

        await(() -> browser.get(admin, path).body().contains("\"identity\":\"token:root\""));

        assertThat(browser.get(admin, path).body())
                .containsOnlyOnce(" for root: admin")
                .containsOnlyOnce("\"by\":\"test\"")
                .containsOnlyOnce(" for ci: operator")
                .containsOnlyOnce("\"by\":\"root\"");
    }

    @Test
    void noTokenIsEverWrittenDown() throws IOException {
        String token = token("ci", Role.OPERATOR);
        browser.post(
                token,
                "/v1/locks",
                Map.of("resource", "shop", "reason", "with " + token, "owner_id", "run-1"));
        trail.close();

        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                assertThat(Files.readString(file)).doesNotContain(token);
            }
        }
        trail =
                AuditTrail.open(
                        AuditSettings.in(folder, "server-1"), documents, InstantSource.system());
    }

    /** Talks to the server with a token, or without. */
    private static final class Browser implements AutoCloseable {
        private final java.net.http.HttpClient http = java.net.http.HttpClient.newHttpClient();
        private final int port;

        Browser(int port) {
            this.port = port;
        }

        record Answer(int status, java.net.http.HttpHeaders headers, String body) {
            Object field(String name) {
                return java.util.Objects.requireNonNull(
                        JsonText.object(body.getBytes(StandardCharsets.UTF_8)).get(name));
            }

            String text(String name) {
                return String.valueOf(
                        JsonText.object(body.getBytes(StandardCharsets.UTF_8)).get(name));
            }

            String header(String name) {
                return headers.firstValue(name).orElse("");
            }
        }

        Answer get(@Nullable String token, String path) {
            return send("GET", token, path, null);
        }

        Answer delete(@Nullable String token, String path) {
            return send("DELETE", token, path, null);
        }

        Answer post(@Nullable String token, String path, Map<String, ?> fields) {
            return send("POST", token, path, json(fields));
        }

        private static String json(Map<String, ?> fields) {
            return holdfast.json.JsonText.object(json ->
                    fields.forEach((name, value) -> {
                        if (value instanceof Integer number) {
                            json.writeNumberProperty(name, number);
                        } else {
                            json.writeStringProperty(name, value.toString());
                        }
                    }));
        }

        private Answer send(
                String method, @Nullable String token, String path, @Nullable String body) {
            return send(method, token, path, body, null);
        }

        /** @param key the request's idempotency key */
        private Answer send(
                String method,
                @Nullable String token,
                String path,
                @Nullable String body,
                @Nullable String key) {
            var request =
                    java.net.http.HttpRequest.newBuilder(
                                    URI.create("http://127.0.0.1:" + port + path))
                            .method(
                                    method,
                                    body == null
                                            ? java.net.http.HttpRequest.BodyPublishers.noBody()
                                            : java.net.http.HttpRequest.BodyPublishers.ofString(
                                                    body))
                            .header("Content-Type", "application/json");
            if (token != null) {
                request.header("Authorization", "Bearer " + token);
            }
            if (key != null) {
                request.header("Idempotency-Key", key);
            }
            try {
                var response =
                        http.send(
                                request.build(),
                                java.net.http.HttpResponse.BodyHandlers.ofString());
                return new Answer(response.statusCode(), response.headers(), response.body());
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() {
            http.close();
        }
    }
}

package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.access.Grant;
import holdfast.access.Role;
import holdfast.access.Tokens;
import holdfast.cli.Servers;
import holdfast.store.DocumentStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients that are known by their certificates, at a server as {@code serve} runs it. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CertificatesAtAServerTest {
    private static final Pattern URL = Pattern.compile("https://127\\.0\\.0\\.1:\\d+");

    private Path folder;
    private Authority authority;
    private Thread serving;
    private String url;
    private String token;

    @BeforeAll
    void start(@TempDir Path own) throws Exception {
        folder = own;
        authority =
                new Authority(folder, "authority")
                        .sign("server", "CN=server", "-ext", "SAN=ip:127.0.0.1")
                        .sign("ci", "CN=ci,O=\"Acme, Inc.\"")
                        .sign("workload", "O=SPIRE", "-ext", "SAN=uri:spiffe://acme/shop/deployer")
                        .sign("boss", "CN=boss,OU=ops")
                        .sign("stranger", "CN=stranger,O=\"Acme, Inc.\"")
                        .sign("expired", "CN=boss,OU=ops", "-startdate", "-10d", "-validity", "5");
        String store = "sqlite:" + folder.resolve("locks.db");
        Path config =
                Files.writeString(
                        folder.resolve("server.yaml"),
                        """
                        listen: { port: 0 }
                        store: '%s'
                        tls:
                          certificate: %s
                          key: %s
                          client_authority: %s
                          client_certificate: optional
                        access:
                          tokens: true
                          certificates:
                            ci: { subject: 'CN=ci,O=Acme\\, Inc.', role: operator, prefixes: [shop] }
                            deployers: { alternative_name: 'uri:spiffe://acme/shop/*', role: viewer }
                            ops: { subject: 'CN=*,OU=ops', role: admin }
                        """
                                .formatted(
                                        store,
                                        authority.certificate("server"),
                                        authority.key("server"),
                                        authority.certificate("authority")));
        var environment = Map.of("XDG_STATE_HOME", folder.resolve("state").toString());
        var stores = new StoreAddresses(environment);
        try (DocumentStore documents = stores.openDocuments(store)) {
            var wish =
                    new Tokens.Wish("reader", List.of(Grant.everywhere(Role.VIEWER)), "test", null);
            token = new Tokens(documents, InstantSource.system()).create(wish).token().reveal();
        }
        var order =
                new Servers.Order(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(config.toString()));
        var said = new CompletableFuture<String>();
        serving =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                new Serving(stores, environment).serve(order, said::complete);
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            } catch (RuntimeException e) {
                                said.completeExceptionally(e);
                            }
                        });
        Matcher found = URL.matcher(said.get(60, TimeUnit.SECONDS));
        assertThat(found.find()).isTrue();
        url = found.group();
    }

    @AfterAll
    void stop() throws InterruptedException {
        if (serving != null) {
            serving.interrupt();
            serving.join();
        }
    }

    private record Asked(String method, String path, String body) {}

    private static Asked lock(String resource) {
        return new Asked("POST", "/v1/locks", "{\"resource\":\"" + resource + "\"}");
    }

    private static Asked terraform(String method, String state) {
        return new Asked(
                method,
                "/terraform/" + state,
                "{\"ID\":\"a\",\"Operation\":\"OperationTypeApply\",\"Who\":\"boss@host\",\"Version\":\"1\"}");
    }

    private HttpResponse<String> send(String who, Asked asked) throws Exception {
        return send(who, asked, null);
    }

    private HttpResponse<String> send(String who, Asked asked, @Nullable String authorization)
            throws Exception {
        var request =
                HttpRequest.newBuilder(URI.create(url + asked.path()))
                        .header("Content-Type", "application/json")
                        .method(asked.method(), HttpRequest.BodyPublishers.ofString(asked.body()));
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        try (HttpClient client =
                HttpClient.newBuilder().sslContext(authority.client(who)).build()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ci, shop/a, 201",
        "ci, bank/a, 403",
        "ci, shopping/a, 403",
        "workload, shop/b, 403",
        "boss, bank/b, 201",
        "stranger, shop/c, 403",
        "'', shop/d, 401"
    })
    void whoMayLockWhatIsAsTheRulesSay(String who, String resource, int status) throws Exception {
        assertThat(send(who, lock(resource)).statusCode()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({
        "ci, shop/tf-a, 200",
        "ci, bank/tf-a, 403",
        "workload, shop/tf-b, 403",
        "boss, bank/tf-b, 200",
        "stranger, shop/tf-c, 403",
        "'', shop/tf-d, 401"
    })
    void whoMayLockAStateOfTerraformIsAsTheRulesSay(String who, String state, int status)
            throws Exception {
        assertThat(send(who, terraform("LOCK", state)).statusCode()).isEqualTo(status);
    }

    @Test
    void whomNoRuleNamesSeesNothing() throws Exception {
        send("boss", lock("seen/a"));
        var look = new Asked("GET", "/v1/locks?prefix=seen", "");

        assertThat(send("workload", look).body()).contains("seen/a");
        assertThat(send("stranger", look).body()).doesNotContain("seen/a");
        assertThat(send("stranger", terraform("GET", "seen/a")).statusCode()).isEqualTo(403);
    }

    @Test
    void whoHoldsALockIsWhomTheCertificateNamesAndSoIsWhoIsDenied() throws Exception {
        String claim = "{\"resource\":\"shop/named\",\"owner\":\"boss\"}";
        String body = send("ci", new Asked("POST", "/v1/locks", claim)).body();
        send("stranger", lock("shop/named"));

        assertThat(body)
                .contains("\"owner\":\"ci\"", "certificate:CN=ci,O=Acme\\\\, Inc.")
                .contains("\"claimed_name\":\"boss\"");
        assertThat(audit())
                .anySatisfy(line ->
                        assertThat(line).contains("lock.acquired", "certificate:CN=ci,O=Acme"))
                .anySatisfy(line ->
                        assertThat(line)
                                .contains("access.denied", "certificate:CN=stranger,O=Acme"));
    }

    @Test
    void whatOneCertificateLockedAnotherDoesNotGiveBack() throws Exception {
        String body = send("boss", lock("shop/of-boss")).body();
        String id = body.replaceAll("(?s).*\"lock_id\":\"([^\"]+)\".*", "$1");
        var release = new Asked("DELETE", "/v1/locks/" + id, "");

        assertThat(send("ci", release).statusCode()).isEqualTo(403);
        assertThat(send("boss", release).statusCode()).isEqualTo(200);
    }

    @Test
    void aTokenBesideACertificateIsAllThatCounts() throws Exception {
        assertThat(send("boss", lock("bank/c"), "Bearer " + token).statusCode()).isEqualTo(403);
        assertThat(send("boss", lock("bank/c"), "Bearer wrong").statusCode()).isEqualTo(401);
        assertThat(send("boss", terraform("LOCK", "bank/c"), "Basic Ym9zczo=").statusCode())
                .isEqualTo(401);
    }

    @Test
    void aCertificateThatIsNoLongerValidOpensNoConnection() {
        assertThatThrownBy(() -> send("expired", lock("bank/d"))).isInstanceOf(IOException.class);
    }

    private List<String> audit() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("state"))) {
            var lines = new java.util.ArrayList<String>();
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".jsonl")).sorted().toList()) {
                lines.addAll(Files.readAllLines(file, StandardCharsets.UTF_8));
            }
            return lines;
        }
    }
}

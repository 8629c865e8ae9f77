package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.cli.Servers;
import holdfast.model.InvalidRequestException;
import holdfast.server.config.Config;
import holdfast.server.config.ConfigKey;
import holdfast.server.config.ServerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code serve --check} says. */
final class ServeCheckTest {
    @TempDir private Path folder;

    private List<String> check(String yaml, Map<String, String> environment) throws IOException {
        Path file = Files.writeString(folder.resolve("server.yaml"), yaml);
        var all = new HashMap<>(environment);
        all.put("XDG_STATE_HOME", folder.toString());
        return new Serving(new StoreAddresses(all), all)
                .check(
                        new Servers.Order(
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of(file.toString())));
    }

    @Test
    void allThatIsWrongIsToldAtOnce() {
        assertThatThrownBy(() ->
                        check(
                                """
                                listen: { host: 10.0.0.1, port: 70000, prot: 1 }
                                store: 'redis:nowhere'
                                limits: { waiters: many }
                                tls: { certificate: a.pem }
                                locks: { lease: soon, deadlock_victim: me }
                                terraform: { plans: sometimes }
                                state: { retention_days: 0 }
                                audit: { files: 1 }
                                access: { oidc: { a: { audience: x }, b: { issuer: 'http://i' } } }
                                webhooks:
                                  ops: { url: 'file:///etc/passwd' }
                                  chat: { url: 'https://chat.example', events: [lock.forcd] }
                                """,
                                Map.of("HOLDFAST_TERRAFORM_UNLOCKED_WRITE", "refused")))
                .isInstanceOf(InvalidRequestException.class)
                .message()
                .contains("listen.prot")
                .contains("HOLDFAST_TERRAFORM_UNLOCKED_WRITE stands for no key")
                .contains("'listen.port' is not a port")
                .contains("'limits.waiters' is not a whole number")
                .contains("TLS needs both")
                .contains("'locks.lease' is not a length of time")
                .contains("'locks.deadlock_victim' is one of")
                .contains("'terraform.plans' is one of")
                .contains("'state.retention_days' is not above 0")
                .contains("at least 2 audit files")
                .contains("'access.oidc.a.issuer' is missing")
                .contains("'access.oidc.b.audience' is missing")
                .contains("the address of webhook 'ops'")
                .contains("lock.forcd")
                .contains("redis")
                .satisfies(message -> assertThat(message.lines().skip(1)).doesNotHaveDuplicates());
    }

    @Test
    void oneMistakeIsToldWithoutAList() {
        assertThatThrownBy(() -> check("listen: { port: x }", Map.of()))
                .hasMessage("'listen.port' is not a whole number: 'x'");
    }

    @Test
    void aServerThatOthersReachNeedsAccess() {
        assertThatThrownBy(() -> check("listen: { host: 0.0.0.0 }", Map.of()))
                .hasMessageContaining("without configured access");
    }

    @Test
    void aWebhookWhoseMessagesAreNotSignedIsSaidToBe() throws IOException {
        List<String> remarks =
                check(
                        """
                        webhooks:
                          ops: { url: 'https://ops.example' }
                          chat: { url: 'https://chat.example', form: slack }
                          kept: { url: 'https://kept.example', secret: a secret of some length }
                        """,
                        Map.of());

        assertThat(remarks)
                .singleElement()
                .asString()
                .contains("webhook 'ops' has no secret", "not signed");
        assertThat(check("{}", Map.of())).isEmpty();
    }

    private String certified(String tls, String rules) throws Exception {
        var authority = new Authority(folder, "authority").sign("server", "CN=server");
        return """
        tls: { certificate: %s, key: %s%s }
        access: { certificates: { ci: { %s } } }
        """
                .formatted(
                        authority.certificate("server"),
                        authority.key("server"),
                        tls.replace("FILE", authority.certificate("authority").toString()),
                        rules);
    }

    @Test
    void rulesForCertificatesNeedAnAuthorityAndAServerThatAsksForCertificates() throws Exception {
        String rule = "subject: 'CN=ci', role: operator";
        String asked = ", client_authority: FILE, client_certificate: required";

        assertThat(check(certified(asked, rule), Map.of())).isEmpty();
        assertThat(check("listen: { host: 0.0.0.0 }\n" + again(asked, rule), Map.of())).isEmpty();
        for (String tls : List.of("", ", client_authority: FILE, client_certificate: none")) {
            assertThatThrownBy(() -> check(again(tls, rule), Map.of()))
                    .hasMessageContaining("'access.certificates' needs 'tls.client_authority'");
        }
        assertThatThrownBy(
                        () -> check("access: { certificates: { ci: {" + rule + "} } }", Map.of()))
                .hasMessageContaining("'access.certificates' needs 'tls.client_authority'");
    }

    private String again(String tls, String rules) throws Exception {
        Files.delete(folder.resolve("authority.p12"));
        return certified(tls, rules);
    }

    @Test
    void aServerThatAsksForCertificatesAndKnowsNobodyByThemSaysSo() throws Exception {
        String asked = ", client_authority: FILE, client_certificate: required";
        String yaml = certified(asked, "subject: 'CN=ci'").replaceFirst("access:.*", "");

        assertThat(check(yaml, Map.of()))
                .singleElement()
                .asString()
                .contains("nobody is known by them", "access.certificates");
    }

    @Test
    void allMistakesInRulesForCertificatesAreTold() {
        assertThatThrownBy(() ->
                        check(
                                """
                                access:
                                  certificates:
                                    a: { role: admin }
                                    b: { subject: ci }
                                    c: { alternative_name: ci.example }
                                    d: { subject: 'CN=d', role: king }
                                    e: { subjekt: 'CN=e' }
                                """,
                                Map.of()))
                .message()
                .contains("would give a role to everybody")
                .contains("a subject of certificates is like CN=ci,O=Acme")
                .contains("begins with uri:, dns: or email:")
                .contains("'access.certificates.d.role' is one of")
                .contains("access.certificates.e.subjekt");
    }

    @Test
    void rulesForCertificatesAreShown() throws Exception {
        Path file =
                Files.writeString(
                        folder.resolve("shown.yaml"),
                        "access: { certificates: { ci: { subject: 'CN=ci,O=Acme\\, Inc.' } } }");
        var order =
                new Servers.Order(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(file.toString()));
        var environment = Map.of("HOLDFAST_ACCESS_CERTIFICATES_CI_ROLE", "operator");

        assertThat(new Serving(new StoreAddresses(environment), environment).show(order).lines())
                .anyMatch(line ->
                        line.contains("access.certificates.ci.subject")
                                && line.contains("CN=ci,O=Acme\\, Inc."))
                .anyMatch(line ->
                        line.contains("access.certificates.ci.role")
                                && line.contains("operator")
                                && line.contains("HOLDFAST_ACCESS_CERTIFICATES_CI_ROLE"));
    }

    private static Stream<ConfigKey> keys() {
        var keys = new ArrayList<>(ServerConfig.keys());
        keys.addAll(BesideConfig.KEYS);
        keys.addAll(StateConfig.KEYS);
        return keys.stream().filter(key -> key.name().contains("."));
    }

    /** Whatever section a key is in. */
    @ParameterizedTest
    @MethodSource("keys")
    void aMistypedVariableIsRefused(ConfigKey key) {
        var environment = Map.of(key.variable().replace("*", "X") + "X", "1");

        assertThatThrownBy(
                        () -> Config.read(keys().toList(), Optional.empty(), environment, Map.of()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("stands for no key; known are " + "HOLDFAST_");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HOLDFAST_STATE_KEYS",
                "HOLDFAST_STATE_KEYS_FILE",
                "HOLDFAST_STORE",
                "HOLDFAST_STATES",
                "HOLDFAST_SERVER",
                "HOLDFAST_SERVER_TOKEN",
                "HOLDFAST_TOKEN_FILE",
                "HOLDFAST_LOCK_ID"
            })
    void whatIsForOthersIsNoMistake(String variable) {
        Config.read(keys().toList(), Optional.empty(), Map.of(variable, "x"), Map.of());
    }
}

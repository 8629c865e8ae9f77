package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.access.AccessSettings;
import holdfast.access.Grant;
import holdfast.access.Role;
import holdfast.access.oidc.ClaimRule;
import holdfast.access.oidc.OidcSettings;
import holdfast.audit.AuditSettings;
import holdfast.metrics.MetricsSettings;
import holdfast.model.InvalidRequestException;
import holdfast.model.Prefix;
import holdfast.notify.NotifySettings;
import holdfast.notify.Webhook;
import holdfast.server.config.Config;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BesideConfigTest {
    private static final String ALL =
            """
            access:
              tokens: true
              oidc:
                github:
                  issuer: https://issuer.example
                  audience: holdfast
                  rules:
                    deployers:
                      claims: [repository=acme/shop, ref=refs/heads/*]
                      role: operator
                      prefixes: [shop, blog]
            audit:
              folder: /var/lib/holdfast/audit
              server: one
            metrics:
              otlp:
                endpoint: http://collector:4318/v1/metrics
              cloudwatch:
                namespace: Holdfast
                region: eu-central-1
            webhooks:
              ops:
                url: https://hooks.example/T0/hushhush
                secret: a secret of some length
                events: [lock.forced]
                form: slack
            """;

    @TempDir private Path folder;
    private final BesideConfig.AuditPlace usual =
            new BesideConfig.AuditPlace(Path.of("/state/audit"), "host-7420");

    private Config read(String yaml) {
        try {
            Path file = Files.writeString(folder.resolve("server.yaml"), yaml);
            return Config.read(BesideConfig.KEYS, Optional.of(file), Map.of(), Map.of());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private BesideConfig config(String yaml) {
        return new BesideConfig(read(yaml));
    }

    @Test
    void withoutAWordAllIsAsTheDefaultsSay() {
        BesideConfig config = config("");

        assertThat(config.access()).isEqualTo(AccessSettings.NONE);
        assertThat(config.audit(usual))
                .contains(AuditSettings.in(Path.of("/state/audit/host-7420"), "host-7420"));
        assertThat(config.metrics()).contains(MetricsSettings.DEFAULT);
        assertThat(config.notifications()).isEqualTo(NotifySettings.NONE);
    }

    @Test
    void everythingCanBeSaid() {
        BesideConfig config = config(ALL);

        assertThat(config.access().issuers())
                .containsExactly(
                        OidcSettings.of(
                                "https://issuer.example",
                                "holdfast",
                                List.of(
                                        new ClaimRule(
                                                Map.of(
                                                        "repository",
                                                        "acme/shop",
                                                        "ref",
                                                        "refs/heads/*"),
                                                new Grant(
                                                        Role.OPERATOR,
                                                        Set.of(
                                                                new Prefix("shop"),
                                                                new Prefix("blog")))))));
        assertThat(config.access().isConfigured()).isTrue();
        assertThat(config.audit(usual))
                .contains(AuditSettings.in(Path.of("/var/lib/holdfast/audit"), "one"));
        assertThat(config.notifications().webhooks())
                .containsExactly(
                        new Webhook(
                                "ops",
                                URI.create("https://hooks.example/T0/hushhush"),
                                "a secret of some length",
                                Set.of("lock.forced"),
                                Webhook.Form.SLACK));
    }

    @Test
    void whatIsShownHidesSecrets() {
        assertThat(read(ALL).shown())
                .contains("webhooks.ops.url: (hidden)", "webhooks.ops.secret: (hidden)")
                .doesNotContain("hushhush");
    }

    @Test
    void whatIsNotWantedIsNotThere() {
        BesideConfig config = config("audit:\n  enabled: false\nmetrics:\n  enabled: false\n");

        assertThat(config.audit(usual)).isEmpty();
        assertThat(config.metrics()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "webhooks: {ops: {secret: a secret of some length}}",
                "webhooks: {ops: {url: 'file:///etc/passwd'}}",
                "webhooks: {ops: {url: 'http://host', form: fax}}",
                "access: {oidc: {x: {issuer: 'http://issuer.example', audience: holdfast}}}",
                "access: {oidc: {x: {issuer: 'https://issuer.example'}}}",
                "access: {oidc: {x: {issuer: 'https://i.example', audience: h, rules: {a: {role: root, claims: [a=b]}}}}}",
                "access: {oidc: {x: {issuer: 'https://i.example', audience: h, rules: {a: {role: admin}}}}}",
                "access: {oidc: {x: {issuer: 'https://i.example', audience: h, algorithms: [HS256]}}}",
                "metrics: {otlp: {endpoint: 'ftp://host'}}",
                "audit: {files: 1}",
            })
    void whatCannotBeMeantIsRefused(String yaml) {
        BesideConfig config = config(yaml);

        assertThatThrownBy(
                        () -> {
                            config.access();
                            config.audit(usual);
                            config.metrics();
                            config.notifications();
                        })
                .isInstanceOf(InvalidRequestException.class);
    }
}

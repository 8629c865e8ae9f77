package holdfast.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.engine.EngineSettings;
import holdfast.model.InvalidRequestException;
import holdfast.server.RequestDefaults;
import holdfast.server.ServerSettings;
import holdfast.server.TlsSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ServerConfigTest {
    @TempDir private Path folder;

    private Config read(String yaml, Map<String, String> environment, Map<String, String> given) {
        try {
            Path file = Files.writeString(folder.resolve("server.yaml"), yaml);
            return Config.read(ServerConfig.keys(), Optional.of(file), environment, given);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private ServerConfig config(String yaml) {
        return new ServerConfig(read(yaml, Map.of(), Map.of()));
    }

    @Test
    void withoutAFileAllIsAsTheDefaultsSay() {
        var config =
                new ServerConfig(
                        Config.read(ServerConfig.keys(), Optional.empty(), Map.of(), Map.of()));

        assertThat(config.server()).isEqualTo(ServerSettings.DEFAULT);
        assertThat(config.engine())
                .usingRecursiveComparison()
                .ignoringFields("rules.limits.queueTimeMax")
                .isEqualTo(EngineSettings.DEFAULT);
        // As long as the commands allow on a store: a person who names a long wait means it.
        assertThat(config.engine().rules().limits().queueTimeMax()).isEqualTo(Duration.ofDays(1));
        assertThat(config.store()).isEmpty();
    }

    @Test
    void oneAddressMayHaveHalfOfAllConnectionsUnlessSomebodySaysOtherwise() {
        assertThat(config("limits:\n  connections: 101\n").server().limits().connectionsOfOneMax())
                .isEqualTo(51);
        assertThat(
                        config("limits:\n  connections_per_address: 7\n")
                                .server()
                                .limits()
                                .connectionsOfOneMax())
                .isEqualTo(7);
        assertThatThrownBy(() -> config("limits:\n  connections_per_address: 0\n").server())
                .isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void aVariableThatStandsForNoKeyIsRefusedLikeAKeyOfTheFile() {
        assertThatThrownBy(() -> read("", Map.of("HOLDFAST_LISTEN_PROT", "1"), Map.of()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("HOLDFAST_LISTEN_PROT stands for no key")
                .hasMessageContaining("HOLDFAST_LISTEN_PORT");
        // Others have their own names for what they want.
        read("", Map.of("HOLDFAST_LOCK_ID", "x", "HOLDFAST_TOKEN", "y"), Map.of());
    }

    @Test
    void everyUnknownVariableIsToldAtOnce() {
        assertThatThrownBy(() ->
                        read(
                                "listen: {prot: 1}",
                                Map.of("HOLDFAST_LISTEN_PROT", "1", "HOLDFAST_STOP_WITIN", "1s"),
                                Map.of()))
                .hasMessageContaining("the configuration has 3 mistakes:")
                .hasMessageContaining("has keys that are unknown: listen.prot; known are listen.")
                .hasMessageContaining("HOLDFAST_LISTEN_PROT stands for no key; known are ")
                .hasMessageContaining("HOLDFAST_STOP_WITIN stands for no key; known are ");
    }

    @Test
    void aVariableForWhatTheFileDoesNotNameIsToldHowSuchVariablesLook() {
        var keys = java.util.List.of(new ConfigKey("webhooks.*.secret", "", ""));

        assertThatThrownBy(() ->
                        Config.read(
                                keys,
                                Optional.empty(),
                                Map.of("HOLDFAST_WEBHOOKS_OPS_SECRET", "x"),
                                Map.of()))
                .hasMessageContaining("known are HOLDFAST_WEBHOOKS_*_SECRET");
    }

    @Test
    void aDraftCollectsMistakesAndGoesOnWithTheUsual() {
        Config draft =
                Config.draft(
                        ServerConfig.keys(),
                        Optional.empty(),
                        Map.of(
                                "HOLDFAST_LISTEN_PORT", "x",
                                "HOLDFAST_STOP_WITHIN", "soon",
                                "HOLDFAST_LOCKS_PRIORITIES", "maybe"),
                        Map.of());

        new ServerConfig(draft).check(draft.mistakes());

        assertThatThrownBy(draft::good)
                .hasMessageContaining("the configuration has 3 mistakes:")
                .hasMessageContaining("'listen.port' (HOLDFAST_LISTEN_PORT) is not a whole number")
                .hasMessageContaining("'stop_within' (HOLDFAST_STOP_WITHIN) is not a length")
                .hasMessageContaining("'locks.priorities' (HOLDFAST_LOCKS_PRIORITIES) is one of");
    }

    @ParameterizedTest
    @CsvSource({
        "boltdb, dynamodb:locks?region=eu-central-1",
        "boltdb, redis://localhost",
        "redis, dynamodb:locks?region=eu-central-1",
        "redis, sqlite:locks.db",
    })
    void aBackEndThatIsNotTheStoreIsRefused(String backend, String store) {
        var config =
                config(
                        "enhanced_locking: {enabled: true, backend: %s}\nstore: '%s'\n"
                                .formatted(backend, store));

        assertThatThrownBy(config::store)
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("enhanced_locking.backend is " + backend)
                .hasMessageContaining("let both say the same");
    }

    @ParameterizedTest
    @CsvSource({
        "'backend: boltdb', sqlite:locks.db",
        "'backend: redis', redis://localhost",
        "'backend: redis, redis_cluster_mode: true', redis-cluster://localhost",
        "'max_queue_size: 5', dynamodb:locks?region=eu-central-1",
        "'max_queue_size: 5', redis-cluster://localhost",
    })
    void aBackEndThatIsTheStoreOrIsNotSaidIsAccepted(String said, String store) {
        var config =
                config(
                        "enhanced_locking: {enabled: true, %s}\nstore: '%s'\n"
                                .formatted(said, store));

        assertThat(config.store()).contains(store);
    }

    @Test
    void whatAVariableSaysInVainIsToldWithTheNameOfTheVariable() {
        var config = new ServerConfig(read("", Map.of("HOLDFAST_LISTEN_PORT", "abc"), Map.of()));

        assertThatThrownBy(config::server)
                .hasMessage("'listen.port' (HOLDFAST_LISTEN_PORT) is not a whole number: 'abc'");
    }

    @Test
    void aFileThatIsNotThereIsSaidNotToBe() {
        Path none = folder.resolve("none.yaml");

        assertThatThrownBy(() ->
                        Config.read(ServerConfig.keys(), Optional.of(none), Map.of(), Map.of()))
                .hasMessage("there is no file '" + none + "'");
    }

    @Test
    void anOptionGoesBeforeTheEnvironmentAndThatBeforeTheFile() {
        String yaml = "listen:\n  host: 127.0.0.2\n  port: 1\nstore: sqlite:a.db\n";

        var config =
                new ServerConfig(
                        read(
                                yaml,
                                Map.of(
                                        "HOLDFAST_LISTEN_PORT",
                                        "2",
                                        "HOLDFAST_STORE",
                                        "sqlite:b.db"),
                                Map.of("store", "sqlite:c.db")));

        assertThat(config.server().host()).isEqualTo("127.0.0.2");
        assertThat(config.server().port()).isEqualTo(2);
        assertThat(config.store()).contains("sqlite:c.db");
    }

    @Test
    void anUnknownKeyIsRefusedAndThoseBesideItAreNamed() {
        assertThatThrownBy(() -> config("listen:\n  prot: 80\n"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("listen.prot")
                .hasMessageContaining("listen.port");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "listen: {port: x}",
                "listen: {port: 70000}",
                "limits: {waiters: 0}",
                "limits: {longest_poll: soon}",
                "limits: {longest_poll: 2m}",
                "tls: {certificate: a.pem}",
                "tls: {client_certificate: required}",
                "locks: {deadlock_victim: me}",
                "locks: {priorities: maybe}",
                "locks: {lease: 2h, lease_max: 1h}",
                "enhanced_locking: {enabled: true, default_timeout: 3h, max_timeout: 2h}",
                "enhanced_locking: {enabled: perhaps}",
                "enhanced_locking: {backend: paper}",
                "enhanced_locking: {enabled: true, backend: redis}",
                "enhanced_locking: {enabled: true, redis_cluster_mode: true}",
                "- a list",
                "a: b: c",
                "listen: {port: 1}\nlisten: {port: 2}",
                "store: &x [*x]"
            })
    void whatMakesNoSenseIsRefused(String yaml) {
        assertThatThrownBy(
                        () -> {
                            ServerConfig config = config(yaml);
                            config.server();
                            config.engine();
                            config.store();
                        })
                .isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void theBlockOfTheOtherDesignIsAProfileWithItsOwnDefaults() {
        var config = config("enhanced_locking:\n  enabled: true\n  max_queue_size: 50\n");

        assertThat(config.server().requests())
                .isEqualTo(
                        new RequestDefaults(
                                Duration.ofMinutes(30), RequestDefaults.Priorities.IGNORED));
        assertThat(config.engine().rules().limits().leaseMax()).isEqualTo(Duration.ofHours(2));
        assertThat(config.engine().rules().limits().queueLengthMax()).isEqualTo(50);
    }

    @Test
    void whatIsSaidInHoldfastsOwnKeysGoesBeforeTheProfile() {
        var config =
                config(
                        "enhanced_locking: {enabled: true}\nlocks: {lease: 5m, priorities: honoured}");

        assertThat(config.server().requests())
                .isEqualTo(
                        new RequestDefaults(
                                Duration.ofMinutes(5), RequestDefaults.Priorities.HONOURED));
    }

    @Test
    void aProfileThatIsNotEnabledChangesNothing() {
        var config = config("enhanced_locking:\n  backend: boltdb\n  legacy_fallback: true\n");

        assertThat(config.server()).isEqualTo(ServerSettings.DEFAULT);
    }

    @Test
    void tlsIsReadFromItsKeys() {
        var config =
                config(
                        "tls: {certificate: c.pem, key: k.pem, client_authority: ca.pem, client_certificate: required}");

        assertThat(config.server().tls())
                .contains(
                        new TlsSettings(
                                Path.of("c.pem"),
                                Path.of("k.pem"),
                                Optional.of(Path.of("ca.pem")),
                                TlsSettings.ClientCertificate.REQUIRED));
    }

    @Test
    void whatIsShownNamesItsSourceAndHidesPasswords() {
        String shown =
                read(
                                "store: redis://ci:s3cret@host:6379\n",
                                Map.of("HOLDFAST_LISTEN_PORT", "80"),
                                Map.of())
                        .shown();

        assertThat(shown)
                .contains("redis://ci:(hidden)@host:6379")
                .doesNotContain("s3cret")
                .contains("listen.port: 80")
                .contains("by HOLDFAST_LISTEN_PORT")
                .contains("by file");
    }

    @Test
    void whatAProfileMakesOfASettingIsShownAndWhoSaysSo() {
        String shown =
                config(
                                """
                                enhanced_locking: {enabled: true, max_timeout: 3h}
                                locks: {queue_length: 7}
                                """)
                        .shown();

        assertThat(shown.lines().map(line -> line.replaceAll(" +", " ")))
                .anyMatch(line ->
                        line.startsWith("locks.lease: 30m # by enhanced_locking.default_timeout"))
                .anyMatch(line -> line.startsWith("locks.lease_max: 3h # by enhanced_locking."))
                .anyMatch(line -> line.startsWith("locks.priorities: ignored # by"))
                .anyMatch(line -> line.startsWith("locks.queue_length: 7 # by file"));
        assertThat(config("").shown()).contains("locks.lease: 60s");
    }

    @Test
    void aStarStandsForTheNamesThatTheFileGives() throws IOException {
        var keys =
                java.util.List.of(
                        new ConfigKey("webhooks.*.url", "", ""),
                        new ConfigKey("webhooks.*.secret", "", ConfigKey.Shown.HIDDEN, ""));
        Path file =
                Files.writeString(
                        folder.resolve("hooks.yaml"),
                        "webhooks:\n  ops-team:\n    url: http://ops\n  chat:\n    url: http://chat\n");

        Config config =
                Config.read(
                        keys,
                        Optional.of(file),
                        Map.of("HOLDFAST_WEBHOOKS_OPS_TEAM_SECRET", "hush"),
                        Map.of());

        assertThat(config.names("webhooks")).containsExactly("chat", "ops-team");
        assertThat(config.text("webhooks.ops-team.url")).contains("http://ops");
        assertThat(config.text("webhooks.ops-team.secret")).contains("hush");
        assertThat(config.text("webhooks.chat.secret")).isEmpty();
        assertThat(config.shown()).doesNotContain("hush");
    }

    @Test
    void anUnknownKeyBelowAStarIsRefused() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("hooks.yaml"), "webhooks:\n  ops:\n    urll: http://ops\n");

        assertThatThrownBy(() ->
                        Config.read(
                                java.util.List.of(new ConfigKey("webhooks.*.url", "", "")),
                                Optional.of(file),
                                Map.of(),
                                Map.of()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("webhooks.ops.urll");
    }

    @Test
    void whatTheBlockOfTheOtherDesignSaysInVainIsSaidToBe() {
        var config =
                config(
                        "enhanced_locking: {enabled: true, enable_retry: true, max_queue_size: 5,"
                                + " legacy_fallback: true, redis_key_prefix: x}");

        assertThat(config.remarks())
                .hasSize(3)
                .allMatch(remark -> remark.contains("is accepted and has no effect: "))
                .anyMatch(remark -> remark.startsWith("enhanced_locking.enable_retry"))
                .noneMatch(remark -> remark.contains("max_queue_size"));
        assertThat(config("enhanced_locking: {enabled: true}").remarks()).isEmpty();
        assertThat(config("enhanced_locking: {max_queue_size: 5}").remarks())
                .singleElement()
                .asString()
                .contains("enabled: true");
        assertThat(config("").remarks()).isEmpty();
    }

    @Test
    void eachKeyOfTheOtherDesignChangesASettingOrSaysWhyNot() {
        String shown = read("", Map.of(), Map.of()).shown();

        assertThat(shown.lines().filter(line -> line.startsWith("enhanced_locking.")))
                .hasSize(18)
                .allMatch(line -> line.contains("; "));
    }

    @Test
    void whatKubernetesTellsOfServicesBesideItIsNoKey() {
        read(
                "",
                Map.of(
                        "HOLDFAST_LIMITS_PORT", "tcp://10.0.0.1:9090",
                        "HOLDFAST_LIMITS_SERVICE_HOST", "10.0.0.1",
                        "HOLDFAST_LIMITS_SERVICE_PORT", "9090",
                        "HOLDFAST_LIMITS_SERVICE_PORT_HTTP", "9090",
                        "HOLDFAST_LIMITS_PORT_9090_TCP", "tcp://10.0.0.1:9090",
                        "HOLDFAST_LIMITS_PORT_9090_TCP_ADDR", "10.0.0.1"),
                Map.of());

        assertThatThrownBy(() -> read("", Map.of("HOLDFAST_LIMITS_PORT", "9090"), Map.of()))
                .hasMessageContaining("HOLDFAST_LIMITS_PORT stands for no key");
    }
}

package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.server.Gate;
import holdfast.server.HoldfastServer;
import holdfast.server.ServerSettings;
import holdfast.server.TlsSettings;
import holdfast.store.memory.MemoryLockStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands at a real server over TLS, for which a private authority vouches, and which may ask who they are. */
@Timeout(180)
@ResourceLock(Resources.SYSTEM_ERR)
final class TlsAtAServerTest {
    private static final int MISUSE = 64;
    private static final int UNAVAILABLE = 69;

    @TempDir private static Path folder;
    private static Authority authority;

    @RegisterExtension private final Workshop workshop = new Workshop();
    private final MemoryLockStore store = MemoryLockStore.withSystemClock();
    private final LockEngine engine = LockEngine.open(store, EngineSettings.DEFAULT);
    private @Nullable HoldfastServer server;

    @BeforeAll
    static void vouch() {
        authority = new Authority(folder, "acme");
        authority.vouchFor("server", "EC", "ip:127.0.0.1");
        authority.vouchFor("elsewhere", "EC", "dns:elsewhere.example");
        authority.vouchFor("friend", "RSA", "dns:friend.example");
        var mallory = new Authority(folder, "mallory");
        mallory.certificate();
        mallory.vouchFor("stranger", "EC", "dns:stranger.example");
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
        engine.close();
        store.close();
    }

    private static Path file(String name) {
        return folder.resolve(name);
    }

    private String serve(String who, TlsSettings.ClientCertificate asked) {
        var tls =
                new TlsSettings(
                        file(who + ".crt"),
                        file(who + ".key"),
                        Optional.of(authority.certificate()),
                        asked);
        server =
                HoldfastServer.start(
                        new HoldfastServer.Parts(engine, store, Gate.OPEN),
                        ServerSettings.DEFAULT.at("127.0.0.1", 0).with(tls));
        return "https://127.0.0.1:" + server.port();
    }

    /** What a command did: its exit code and what it said. */
    private record Done(int exit, String said) {}

    private static Done holdfast(Map<String, String> environment, String... arguments) {
        var said = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            int exit = Main.run(environment, arguments);
            return new Done(exit, said.toString(StandardCharsets.UTF_8));
        } finally {
            System.setErr(before);
        }
    }

    private static Done list(String url, Map<String, String> environment, String... options) {
        var arguments = new ArrayList<>(List.of("locks", "list", "--server", url));
        arguments.addAll(List.of(options));
        return holdfast(environment, arguments.toArray(String[]::new));
    }

    private static String[] showing(String certificate, String key) {
        return new String[] {
            "--ca-file", authority.certificate().toString(),
            "--client-cert", file(certificate).toString(),
            "--client-key", file(key).toString()
        };
    }

    @Test
    void theAuthorityThatIsNamedVouchesForTheServer() throws IOException {
        String url = serve("server", TlsSettings.ClientCertificate.NONE);
        String ca = authority.certificate().toString();
        Path settings = Files.createDirectories(workshop.file("config/holdfast"));
        Files.writeString(settings.resolve("config.properties"), "ca_file=" + ca + "\n");

        Done byOption = list(url, Map.of(), "--ca-file", ca);
        Done byVariable = list(url, Map.of("HOLDFAST_CA_FILE", ca));
        Done bySettings = list(url, Map.of("XDG_CONFIG_HOME", workshop.file("config").toString()));

        assertThat(byOption.exit()).as(byOption.said()).isZero();
        assertThat(byVariable.exit()).as(byVariable.said()).isZero();
        assertThat(bySettings.exit()).as(bySettings.said()).isZero();
    }

    @Test
    void aServerForWhichNobodyVouchesIsNotAskedAndThatIsSaid() {
        String url = serve("server", TlsSettings.ClientCertificate.NONE);

        for (Done done :
                List.of(
                        list(url, Map.of()),
                        list(url, Map.of(), "--ca-file", file("mallory.crt").toString()))) {
            assertThat(done.exit()).as(done.said()).isEqualTo(UNAVAILABLE);
            assertThat(done.said())
                    .contains("nobody who is trusted here vouches for its certificate")
                    .contains("--ca-file");
        }
    }

    @Test
    void aServerWithTheCertificateOfAnotherIsNotAsked() {
        String url = serve("elsewhere", TlsSettings.ClientCertificate.NONE);

        Done done = list(url, Map.of(), "--ca-file", authority.certificate().toString());

        assertThat(done.exit()).as(done.said()).isEqualTo(UNAVAILABLE);
        assertThat(done.said()).contains("its certificate is another's").contains("127.0.0.1");
    }

    @Test
    void aServerThatAsksForCertificatesKnowsWhoShowsOne() {
        String url = serve("server", TlsSettings.ClientCertificate.REQUIRED);

        Done friend = list(url, Map.of(), showing("friend.crt", "friend.key"));
        Done byVariables =
                list(
                        url,
                        Map.of(
                                "HOLDFAST_CA_FILE",
                                authority.certificate().toString(),
                                "HOLDFAST_CLIENT_CERT",
                                file("friend.crt").toString(),
                                "HOLDFAST_CLIENT_KEY",
                                file("friend.key").toString()));
        Done nobody = list(url, Map.of(), "--ca-file", authority.certificate().toString());

        assertThat(friend.exit()).as(friend.said()).isZero();
        assertThat(byVariables.exit()).as(byVariables.said()).isZero();
        assertThat(nobody.exit()).as(nobody.said()).isEqualTo(UNAVAILABLE);
        assertThat(nobody.said()).contains("it wants a certificate of its client");
    }

    @Test
    void aCertificateThatTheServersAuthorityDoesNotKnowIsNotTaken() {
        String url = serve("server", TlsSettings.ClientCertificate.REQUIRED);

        Done stranger = list(url, Map.of(), showing("stranger.crt", "stranger.key"));

        assertThat(stranger.exit()).as(stranger.said()).isEqualTo(UNAVAILABLE);
        assertThat(stranger.said()).contains("by an authority that it trusts (--client-cert)");
    }

    @Test
    void aCommandInsideARunFindsTheSameFiles() {
        String url = serve("server", TlsSettings.ClientCertificate.REQUIRED);
        var environment = new HashMap<>(Map.of("HOLDFAST_STORE", ""));

        RunningHoldfast run =
                workshop.start(
                        environment,
                        Workshop.runOf(
                                "cd / && "
                                        + RunningHoldfast.launcher()
                                        + " run --lock shop//api --no-wait -- true",
                                "--server",
                                url,
                                "--ca-file",
                                authority.certificate().toString(),
                                "--client-cert",
                                relative("friend.crt"),
                                "--client-key",
                                relative("friend.key")));

        assertThat(run.exitCode()).as(run::toString).isZero();
    }

    /** From where commands are started. */
    private String relative(String name) {
        try {
            return workshop.file(".").toRealPath().relativize(file(name).toRealPath()).toString();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "nothing.crt, friend.key, cannot be read",
        "friend.key, friend.key, has no certificate in PEM form in it",
        "broken.crt, friend.key, has a certificate that cannot be read",
        "friend.crt, friend.crt, has no unencrypted private key in PKCS#8 form in it",
        "friend.crt, server.key, does not belong to the certificate",
        "friend.crt, other.key, does not belong to the certificate",
        "friend.crt, broken.key, has a key that is none of",
    })
    void aFileThatCannotBeUsedIsToldWithWhatIsWrongWithIt(
            String certificate, String key, String why) throws IOException {
        Files.writeString(
                file("broken.crt"),
                Authority.pem("CERTIFICATE", "nonsense".getBytes(StandardCharsets.UTF_8)));
        Files.writeString(
                file("broken.key"),
                Authority.pem("PRIVATE KEY", "nonsense".getBytes(StandardCharsets.UTF_8)));
        if (!Files.exists(file("other.key"))) {
            authority.vouchFor("other", "RSA", "dns:other.example");
        }

        Done done = list("https://127.0.0.1:1", Map.of(), showing(certificate, key));

        assertThat(done.exit()).as(done.said()).isEqualTo(MISUSE);
        assertThat(done.said()).contains(why).contains(folder.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--client-cert", "--client-key"})
    void aCertificateAndItsKeyBelongTogether(String option) {
        Done done = list("https://127.0.0.1:1", Map.of(), option, file("friend.crt").toString());

        assertThat(done.exit()).isEqualTo(MISUSE);
        assertThat(done.said()).contains("--client-cert and --client-key");
    }

    @Test
    void whatIsForTlsIsNotNamedForAServerWithoutIt() {
        String ca = authority.certificate().toString();

        assertThat(list("http://127.0.0.1:1", Map.of(), "--ca-file", ca))
                .satisfies(done -> assertThat(done.exit()).isEqualTo(MISUSE))
                .satisfies(done -> assertThat(done.said()).contains("--ca-file is for servers at"));
        assertThat(list("http://127.0.0.1:1", Map.of("HOLDFAST_CA_FILE", ca)).exit())
                .as("set once for all servers, it does no harm")
                .isEqualTo(UNAVAILABLE);
    }

    @Test
    void aSettingThatDependsOnTheDirectoryIsRefused() throws IOException {
        Path settings = Files.createDirectories(workshop.file("config/holdfast"));
        Files.writeString(settings.resolve("config.properties"), "ca_file=ca.pem\n");

        Done done =
                list(
                        "https://127.0.0.1:1",
                        Map.of("XDG_CONFIG_HOME", workshop.file("config").toString()));

        assertThat(done.exit()).isEqualTo(MISUSE);
        assertThat(done.said()).contains("config.properties").contains("ca.pem");
    }
}

package holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.Holdfast;
import holdfast.access.AccessSettings;
import holdfast.access.Authenticator;
import holdfast.access.Grant;
import holdfast.access.Role;
import holdfast.access.Tokens;
import holdfast.engine.EngineSettings;
import holdfast.engine.HeldLock;
import holdfast.engine.LockEngine;
import holdfast.model.NotPermittedException;
import holdfast.server.AccessGate;
import holdfast.server.Gate;
import holdfast.server.HoldfastServer;
import holdfast.server.ServerSettings;
import holdfast.server.TlsSettings;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryDocumentStore;
import holdfast.store.memory.MemoryLockStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** The client over TLS, with and without a certificate of its own, and with credentials that are good, too weak or unknown. */
@Timeout(120)
@ParameterizedClass
@ValueSource(strings = {"pooled", "sockets"})
final class ClientOverTlsTest {
    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir private static Path folder;
    private static KeyStore ofServer;
    private static KeyStore ofFriend;

    private final String transport;
    private final MemoryLockStore store = MemoryLockStore.withSystemClock();
    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private final LockEngine engine = LockEngine.open(store, EngineSettings.DEFAULT);
    private @Nullable HoldfastServer server;

    ClientOverTlsTest(String transport) {
        this.transport = transport;
    }

    @BeforeAll
    static void identities() throws Exception {
        ofServer = identity("server");
        ofFriend = identity("friend");
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
        engine.close();
        store.close();
    }

    private static KeyStore identity(String name) throws Exception {
        Path file = folder.resolve(name + ".p12");
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "it",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=" + name,
                                "-ext",
                                "SAN=ip:127.0.0.1",
                                "-keystore",
                                file.toString(),
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                new String(PASSWORD))
                        .inheritIO()
                        .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD);
        }
        pem(name + ".crt", "CERTIFICATE", keys.getCertificate("it").getEncoded());
        pem(name + ".key", "PRIVATE KEY", keys.getKey("it", PASSWORD).getEncoded());
        return keys;
    }

    private static void pem(String name, String kind, byte[] bytes) throws IOException {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        Files.writeString(
                folder.resolve(name),
                "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
    }

    private void serve(TlsSettings.ClientCertificate asked, Gate gate) {
        var tls =
                new TlsSettings(
                        folder.resolve("server.crt"),
                        folder.resolve("server.key"),
                        Optional.of(folder.resolve("friend.crt")),
                        asked);
        server =
                HoldfastServer.start(
                        new HoldfastServer.Parts(engine, store, gate),
                        ServerSettings.DEFAULT.at("127.0.0.1", 0).with(tls));
    }

    private Gate tokens() {
        var access =
                new AccessSettings(AccessSettings.StoredTokens.ACCEPTED, Duration.ZERO, List.of());
        return new AccessGate(Authenticator.of(access, documents, InstantSource.system()));
    }

    private String token(Role role) {
        return new Tokens(documents, InstantSource.system())
                .create(new Tokens.Wish("ci", List.of(Grant.everywhere(role)), "test", null))
                .token()
                .reveal();
    }

    private ClientSettings settings(@Nullable KeyStore own) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", ofServer.getCertificate("it"));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return plain().withTls(context);
    }

    private ClientSettings plain() {
        int port = java.util.Objects.requireNonNull(server).port();
        return ClientSettings.of("https://127.0.0.1:" + port);
    }

    private Holdfast client(ClientSettings settings) {
        return Holdfast.over(
                transport.equals("pooled")
                        ? ServerLocks.open(settings)
                        : ServerLocks.openBriefly(settings));
    }

    @Test
    void aLockIsTakenKeptAndGivenBackOverTls() throws Exception {
        serve(TlsSettings.ClientCertificate.NONE, Gate.OPEN);
        try (Holdfast client = client(settings(null));
                HeldLock lock = client.lock("shop").lease(Duration.ofSeconds(2)).takeOrThrow()) {
            long then = lock.hold().heartbeatAt().epochNanos();
            Scene.await(
                    "it outlives its lease",
                    () ->
                            engine.find(lock.id())
                                    .filter(hold ->
                                            hold.heartbeatAt().epochNanos()
                                                    > then + Duration.ofSeconds(2).toNanos())
                                    .isPresent());
        }
        assertThat(store.holds(null, 10).holds()).isEmpty();
    }

    @Test
    void aServerThatNobodyVouchesForIsNotAsked() {
        serve(TlsSettings.ClientCertificate.NONE, Gate.OPEN);
        try (Holdfast client = client(plain())) {
            assertThatThrownBy(() -> client.lock("shop").takeOrThrow())
                    .isInstanceOf(StoreException.Unavailable.class);
        }
        assertThat(store.holds(null, 10).holds()).isEmpty();
    }

    @Test
    void whereCertificatesAreAskedForOnlyWhoHasOneGetsALock() throws Exception {
        serve(TlsSettings.ClientCertificate.REQUIRED, Gate.OPEN);
        try (Holdfast friend = client(settings(ofFriend));
                Holdfast nobody = client(settings(null))) {
            friend.lock("shop").takeOrThrow().close();
            assertThatThrownBy(() -> nobody.lock("shop").takeOrThrow())
                    .isInstanceOf(StoreException.class);
        }
        assertThat(store.holds(null, 10).holds()).isEmpty();
    }

    @Test
    void filesSayWhomToTrustAndWhatToShow() throws Exception {
        serve(TlsSettings.ClientCertificate.REQUIRED, Gate.OPEN);
        var files =
                TlsFiles.trusting(folder.resolve("server.crt"))
                        .showing(folder.resolve("friend.crt"), folder.resolve("friend.key"));
        try (Holdfast friend = client(plain().withTls(files.context()))) {
            friend.lock("shop").takeOrThrow().close();
        }
    }

    @Test
    void whoIsUnknownOrMayNotIsToldSoAtOnce() throws Exception {
        serve(TlsSettings.ClientCertificate.NONE, tokens());
        String good = token(Role.OPERATOR);
        String weak = token(Role.VIEWER);
        try (Holdfast nobody = client(settings(null));
                Holdfast viewer = client(settings(null).withCredential(() -> Optional.of(weak)));
                Holdfast operator =
                        client(settings(null).withCredential(() -> Optional.of(good)))) {
            assertThatThrownBy(() -> nobody.lock("shop").takeOrThrow())
                    .isInstanceOf(NotPermittedException.class)
                    .hasMessageContaining("a credential is needed");
            assertThatThrownBy(() -> viewer.lock("shop").takeOrThrow())
                    .isInstanceOf(NotPermittedException.class)
                    .hasMessageContaining("role operator");
            operator.lock("shop").takeOrThrow().close();
        }
    }
}

package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections that are encrypted, and clients that have to show who they are. */
@Timeout(120)
final class TlsTest {
    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir private Path folder;

    /** A key with a certificate that vouches for itself. */
    private record Identity(KeyStore store, Path certificate, Path key) {}

    private Identity identity(String name) throws Exception {
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
                                "SAN=ip:127.0.0.1,dns:localhost",
                                "-keystore",
                                file.toString(),
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                new String(PASSWORD))
                        .inheritIO()
                        .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        Certificate certificate = store.getCertificate("it");
        Key key = store.getKey("it", PASSWORD);
        return new Identity(
                store,
                pem(name + ".crt", "CERTIFICATE", certificate.getEncoded()),
                pem(name + ".key", "PRIVATE KEY", key.getEncoded()));
    }

    private Path pem(String name, String kind, byte[] bytes) throws IOException {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return Files.writeString(
                folder.resolve(name),
                "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
    }

    private static HttpClient client(Identity server, Optional<Identity> own) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", server.store().getCertificate("it"));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own.map(Identity::store).orElse(null), PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    private static HttpResponse<String> get(HttpClient client, Served served) throws Exception {
        var request =
                HttpRequest.newBuilder(
                                URI.create(
                                        "https://127.0.0.1:"
                                                + served.server().port()
                                                + "/v1/locks"))
                        .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static Served served(TlsSettings tls, Gate gate) {
        return Served.start(ServerSettings.DEFAULT.at("127.0.0.1", 0).with(tls), gate);
    }

    @Test
    void aServerWithACertificateAnswersOverTlsOnly() throws Exception {
        Identity server = identity("server");
        var tls =
                new TlsSettings(
                        server.certificate(),
                        server.key(),
                        Optional.empty(),
                        TlsSettings.ClientCertificate.NONE);
        try (Served served = served(tls, Gate.OPEN);
                HttpClient client = client(server, Optional.empty())) {
            assertThat(get(client, served).statusCode()).isEqualTo(200);
            assertThatThrownBy(() -> served.get("/v1/locks"))
                    .isInstanceOf(UncheckedIOException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "16 03 01 00 ff 01 00 00", "47 45 54 20 2f 20 48 54 54 50 0d 0a"})
    void whoNeverComesToTermsIsCutOffAndOthersAreServed(String beginning) throws Exception {
        Identity server = identity("server");
        var tls =
                new TlsSettings(
                        server.certificate(),
                        server.key(),
                        Optional.empty(),
                        TlsSettings.ClientCertificate.NONE);
        var limits =
                new ServerLimits(
                        Duration.ofMillis(500),
                        2,
                        2,
                        1,
                        Duration.ofMillis(500),
                        2_000,
                        4_000,
                        1,
                        1,
                        Duration.ofSeconds(1),
                        20_000);
        ServerSettings settings = ServerSettings.DEFAULT.at("127.0.0.1", 0).with(limits).with(tls);
        try (Served served = Served.start(settings, Gate.OPEN);
                HttpClient client = client(server, Optional.empty());
                Socket silent =
                        new Socket(InetAddress.getLoopbackAddress(), served.server().port())) {
            silent.setSoTimeout(20_000);
            silent.getOutputStream().write(HexFormat.ofDelimiter(" ").parseHex(beginning));
            silent.getOutputStream().flush();

            assertThat(silent.getInputStream().readAllBytes()).hasSizeLessThan(20);
            assertThat(get(client, served).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aServerThatAsksForCertificatesLetsOnlyThoseInWhomItsAuthorityKnows() throws Exception {
        Identity server = identity("server");
        Identity friend = identity("friend");
        Identity stranger = identity("stranger");
        var tls =
                new TlsSettings(
                        server.certificate(),
                        server.key(),
                        Optional.of(friend.certificate()),
                        TlsSettings.ClientCertificate.REQUIRED);
        var seen = new CopyOnWriteArrayList<String>();
        Gate gate =
                credential -> {
                    credential
                            .certificate()
                            .ifPresent(
                                    shown -> seen.add(shown.getSubjectX500Principal().getName()));
                    return new LocalCaller();
                };
        try (Served served = served(tls, gate);
                HttpClient known = client(server, Optional.of(friend));
                HttpClient unknown = client(server, Optional.of(stranger));
                HttpClient without = client(server, Optional.empty())) {
            assertThat(get(known, served).statusCode()).isEqualTo(200);
            assertThat(seen).isEqualTo(List.of("CN=friend"));
            assertThatThrownBy(() -> get(unknown, served)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> get(without, served)).isInstanceOf(IOException.class);
        }
    }
}

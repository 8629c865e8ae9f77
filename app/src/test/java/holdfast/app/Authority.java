package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Signs certificates of servers and clients. */
final class Authority {
    private static final char[] PASSWORD = "changeit".toCharArray();

    private final Path folder;
    private final Path keys;

    Authority(Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        this.keys = folder.resolve("keys.p12");
        keytool("authority", "-dname", "CN=authority", "-ext", "bc:c");
    }

    /** @param more options of keytool */
    Authority sign(String name, String subject, String... more)
            throws IOException, InterruptedException {
        var options = new ArrayList<>(List.of("-signer", "authority", "-dname", subject));
        options.addAll(List.of(more));
        keytool(name, options.toArray(String[]::new));
        return this;
    }

    private void keytool(String name, String... options) throws IOException, InterruptedException {
        var command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                name,
                                "-keyalg",
                                "EC",
                                "-keystore",
                                keys.toString(),
                                "-storepass",
                                new String(PASSWORD)));
        command.addAll(List.of(options));
        Process keytool = new ProcessBuilder(command).inheritIO().start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(keytool.exitValue()).isZero();
    }

    private KeyStore all() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys)) {
            store.load(in, PASSWORD);
        }
        return store;
    }

    Path certificate(String name) throws IOException, GeneralSecurityException {
        return pem(name + ".crt", "CERTIFICATE", all().getCertificate(name).getEncoded());
    }

    Path key(String name) throws IOException, GeneralSecurityException {
        return pem(name + ".key", "PRIVATE KEY", all().getKey(name, PASSWORD).getEncoded());
    }

    private Path pem(String name, String kind, byte[] bytes) throws IOException {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return Files.writeString(
                folder.resolve(name),
                "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
    }

    /** For a client that shows the certificate of this name, or none if it is empty, to servers of this authority. */
    SSLContext client(String name) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("authority", all().getCertificate("authority"));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        KeyStore own = KeyStore.getInstance("PKCS12");
        own.load(null, null);
        if (!name.isEmpty()) {
            Key key = all().getKey(name, PASSWORD);
            Certificate[] chain = all().getCertificateChain(name);
            own.setKeyEntry("own", key, PASSWORD, chain);
        }
        var keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keyManagers.init(own, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keyManagers.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}

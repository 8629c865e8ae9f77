package holdfast.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/** A certificate that its own key signed, made by the keytool of this JDK: for a server, and for clients that shall trust it. */
record TestCertificate(Path certificate, Path key, Path trustStore) {
    private static final String PASSWORD = "changeit";
    private static final String ALIAS = "server";

    /** @param subject whom it is for, as in {@code ip:127.0.0.1} */
    static TestCertificate make(Path folder, String subject) {
        Path store = folder.resolve("server.p12");
        keytool(store, subject);
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore entries = KeyStore.getInstance("PKCS12");
            entries.load(in, PASSWORD.toCharArray());
            byte[] certificate = entries.getCertificate(ALIAS).getEncoded();
            byte[] key = entries.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded();
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry(ALIAS, entries.getCertificate(ALIAS));
            Path trustStore = folder.resolve("trusted.p12");
            try (var out = Files.newOutputStream(trustStore)) {
                trusted.store(out, PASSWORD.toCharArray());
            }
            return new TestCertificate(
                    pem(folder.resolve("server.crt"), "CERTIFICATE", certificate),
                    pem(folder.resolve("server.key"), "PRIVATE KEY", key),
                    trustStore);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void keytool(Path store, String subject) {
        try {
            var process =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "keytool")
                                            .toString(),
                                    "-genkeypair",
                                    "-alias",
                                    ALIAS,
                                    "-keyalg",
                                    "EC",
                                    "-dname",
                                    "CN=holdfast",
                                    "-ext",
                                    "san=" + subject,
                                    "-validity",
                                    "2",
                                    "-storetype",
                                    "PKCS12",
                                    "-storepass",
                                    PASSWORD,
                                    "-keystore",
                                    store.toString())
                            .redirectErrorStream(true)
                            .start();
            String said =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.onExit().join().exitValue() != 0) {
                throw new IllegalStateException("keytool failed: " + said);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path pem(Path file, String what, byte[] content) throws IOException {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(
                file, "-----BEGIN " + what + "-----\n" + body + "\n-----END " + what + "-----\n");
    }

    /** Does something in a JVM that trusts this certificate and no other. */
    void whileTrusted(Runnable task) {
        System.setProperty("javax.net.ssl.trustStore", trustStore.toString());
        System.setProperty("javax.net.ssl.trustStorePassword", PASSWORD);
        try {
            task.run();
        } finally {
            System.clearProperty("javax.net.ssl.trustStore");
            System.clearProperty("javax.net.ssl.trustStorePassword");
        }
    }
}

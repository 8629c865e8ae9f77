package holdfast.app;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A private authority that vouches for servers and clients. What it is asked for lies in a folder, in PEM form. */
final class Authority {
    private static final char[] PASSWORD = "changeit".toCharArray();

    private final Path folder;
    private final String name;

    Authority(Path folder, String name) {
        this.folder = folder;
        this.name = name;
        keytool(name, "-keyalg", "EC", "-dname", "CN=" + name, "-ext", "bc:c");
    }

    /** Its certificate is in {@code who.crt}, its key in {@code who.key}. */
    void vouchFor(String who, String kind, String subjectNames) {
        signed(who, kind, "CN=" + who, "-ext", "SAN=" + subjectNames);
    }

    /** @param more options of keytool */
    Authority sign(String who, String subject, String... more) {
        signed(who, "EC", subject, more);
        return this;
    }

    private void signed(String who, String kind, String subject, String... more) {
        var options = new ArrayList<>(List.of("-keyalg", kind, "-signer", name));
        options.addAll(List.of("-dname", subject));
        options.addAll(List.of(more));
        keytool(who, options.toArray(String[]::new));
        certificate(who);
        key(who);
    }

    private void keytool(String who, String... options) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of("-genkeypair", "-alias", who, "-keystore", keys().toString()));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", new String(PASSWORD)));
        command.addAll(List.of(options));
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            String printed =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new AssertionError(command + printed);
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private Path keys() {
        return folder.resolve(name + ".p12");
    }

    private KeyStore all() {
        try (InputStream in = Files.newInputStream(keys())) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, PASSWORD);
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }

    Path certificate() {
        return certificate(name);
    }

    Path certificate(String who) {
        try {
            byte[] bytes = all().getCertificate(who).getEncoded();
            return write(who + ".crt", pem("CERTIFICATE", bytes));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    Path key(String who) {
        try {
            byte[] bytes = all().getKey(who, PASSWORD).getEncoded();
            return write(who + ".key", pem("PRIVATE KEY", bytes));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private Path write(String file, String text) {
        try {
            return Files.writeString(folder.resolve(file), text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static String pem(String kind, byte[] bytes) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
    }

    /** For a client that shows the certificate of this name, or none if it is empty, to servers of this authority. */
    SSLContext client(String who) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(name, all().getCertificate(name));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        KeyStore own = KeyStore.getInstance("PKCS12");
        own.load(null, null);
        if (!who.isEmpty()) {
            own.setKeyEntry(
                    "own", all().getKey(who, PASSWORD), PASSWORD, all().getCertificateChain(who));
        }
        var keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keyManagers.init(own, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keyManagers.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}

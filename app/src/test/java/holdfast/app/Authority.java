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

/** A private authority that vouches for servers and clients. All that it makes lies in a folder, in PEM form. */
final class Authority {
    private static final String PASSWORD = "changeit";

    private final Path folder;
    private final String name;

    Authority(Path folder, String name) {
        this.folder = folder;
        this.name = name;
        keytool(name, "-genkeypair", "-keyalg", "EC", "-dname", "CN=" + name, "-ext", "bc:c");
        write(certificate(), keytool(name, "-exportcert", "-rfc"));
    }

    Path certificate() {
        return folder.resolve(name + ".crt");
    }

    /** Its certificate is in {@code who.crt}, its key in {@code who.key}. */
    void vouchFor(String who, String kind, String subjectNames) {
        keytool(who, "-genkeypair", "-keyalg", kind, "-dname", "CN=" + who);
        Path request = folder.resolve(who + ".csr");
        write(request, keytool(who, "-certreq"));
        String certificate =
                keytool(
                        name,
                        "-gencert",
                        "-rfc",
                        "-infile",
                        request.toString(),
                        "-ext",
                        "SAN=" + subjectNames);
        write(folder.resolve(who + ".crt"), certificate);
        write(folder.resolve(who + ".key"), pem("PRIVATE KEY", key(who)));
    }

    private byte[] key(String who) {
        try (InputStream in = Files.newInputStream(store(who))) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            return keys.getKey("it", PASSWORD.toCharArray()).getEncoded();
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }

    static String pem(String kind, byte[] bytes) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Path store(String who) {
        return folder.resolve(who + ".p12");
    }

    /** What it prints. */
    private String keytool(String who, String... more) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(more));
        command.addAll(List.of("-alias", "it", "-keystore", store(who).toString()));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            byte[] printed = process.getInputStream().readAllBytes();
            if (process.waitFor() != 0) {
                throw new AssertionError(command + new String(printed, StandardCharsets.UTF_8));
            }
            return new String(printed, StandardCharsets.UTF_8);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}

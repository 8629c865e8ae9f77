package holdfast.server;

import holdfast.model.InvalidRequestException;
import io.helidon.common.tls.TlsClientAuth;
import io.helidon.common.tls.TlsConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads keys and certificates. */
final class TlsFiles {
    private static final List<String> KEY_KINDS = List.of("RSA", "EC", "Ed25519");
    private static final Pattern PRIVATE_KEY =
            Pattern.compile(
                    "-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    private TlsFiles() {}

    static TlsConfig read(TlsSettings settings) {
        var tls =
                TlsConfig.builder()
                        .privateKey(key(settings.key()))
                        .privateKeyCertChain(certificates(settings.certificate()))
                        .enabledProtocols(List.of("TLSv1.3", "TLSv1.2"))
                        .clientAuth(
                                switch (settings.client()) {
                                    case NONE -> TlsClientAuth.NONE;
                                    case OPTIONAL -> TlsClientAuth.OPTIONAL;
                                    case REQUIRED -> TlsClientAuth.REQUIRED;
                                });
        settings.clientAuthority().ifPresent(file -> tls.trust(certificates(file)));
        return tls.buildPrototype();
    }

    private static List<X509Certificate> certificates(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            List<X509Certificate> found =
                    CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                            .map(X509Certificate.class::cast)
                            .toList();
            if (found.isEmpty()) {
                throw new InvalidRequestException(file + " has no certificate");
            }
            return found;
        } catch (IOException | CertificateException e) {
            throw unreadable(file, e);
        }
    }

    private static PrivateKey key(Path file) {
        try {
            Matcher pem = PRIVATE_KEY.matcher(Files.readString(file, StandardCharsets.US_ASCII));
            if (!pem.find()) {
                throw new InvalidRequestException(
                        file
                                + " has no unencrypted private key in PKCS#8 form (BEGIN PRIVATE KEY)");
            }
            var spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
            for (String kind : KEY_KINDS) {
                try {
                    return KeyFactory.getInstance(kind).generatePrivate(spec);
                } catch (InvalidKeySpecException e) {
                    // The next kind may be the right one.
                }
            }
            throw new InvalidRequestException(file + " has a key that is none of " + KEY_KINDS);
        } catch (IOException | GeneralSecurityException e) {
            throw unreadable(file, e);
        }
    }

    private static InvalidRequestException unreadable(Path file, Exception e) {
        return new InvalidRequestException("cannot read " + file + ": " + e);
    }
}

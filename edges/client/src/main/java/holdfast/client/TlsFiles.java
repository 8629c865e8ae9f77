package holdfast.client;

import holdfast.model.InvalidRequestException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Files in PEM form that say whom to trust and what to show over TLS.
 *
 * @param authorities who vouches for servers, and nobody else does; empty for those whom the JVM trusts
 * @param own what to show to servers that ask for a certificate
 */
public record TlsFiles(Optional<Path> authorities, Optional<Own> own) {
    private static final Pattern CERTIFICATE = pem("CERTIFICATE");
    private static final Pattern PRIVATE_KEY = pem("PRIVATE KEY");

    /** How a key of each kind signs. */
    private static final Map<String, String> KINDS =
            Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "Ed25519", "Ed25519");

    /**
     * A certificate, with those by which an authority vouches for it, and its key.
     *
     * @param key in PKCS#8 form, not encrypted
     */
    public record Own(Path certificate, Path key) {}

    private static Pattern pem(String what) {
        return Pattern.compile(
                "-----BEGIN %s-----([A-Za-z0-9+/=\\s]+)-----END %s-----".formatted(what, what));
    }

    public static TlsFiles trusting(Path authorities) {
        return new TlsFiles(Optional.of(authorities), Optional.empty());
    }

    /** The same, and shows a certificate. */
    public TlsFiles showing(Path certificate, Path key) {
        return new TlsFiles(authorities, Optional.of(new Own(certificate, key)));
    }

    /** @throws InvalidRequestException if a file cannot be used, with what is wrong with it */
    public SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(), trust(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new InvalidRequestException("TLS cannot be set up: " + e);
        }
    }

    private static KeyStore empty() throws GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try {
            store.load(null, null);
        } catch (IOException e) {
            throw new IllegalStateException("nothing is read", e);
        }
        return store;
    }

    private TrustManager @Nullable [] trust() throws GeneralSecurityException {
        if (authorities.isEmpty()) {
            return null;
        }
        KeyStore trusted = empty();
        for (X509Certificate certificate : certificates(authorities.get())) {
            trusted.setCertificateEntry("authority-" + trusted.size(), certificate);
        }
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        return factory.getTrustManagers();
    }

    private KeyManager @Nullable [] keys() throws GeneralSecurityException {
        if (own.isEmpty()) {
            return null;
        }
        List<X509Certificate> chain = certificates(own.get().certificate());
        PrivateKey key = key(own.get().key());
        if (!belongTogether(key, chain.get(0))) {
            throw new InvalidRequestException(
                    "the key in "
                            + own.get().key()
                            + " does not belong to the certificate in "
                            + own.get().certificate());
        }
        char[] password = "in memory".toCharArray();
        KeyStore store = empty();
        store.setKeyEntry("own", key, password, chain.toArray(X509Certificate[]::new));
        var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, password);
        return factory.getKeyManagers();
    }

    private static boolean belongTogether(PrivateKey key, X509Certificate certificate)
            throws GeneralSecurityException {
        String algorithm = KINDS.getOrDefault(key.getAlgorithm(), key.getAlgorithm());
        if (!certificate.getPublicKey().getAlgorithm().equals(key.getAlgorithm())) {
            return false;
        }
        byte[] text = "whose is this?".getBytes(StandardCharsets.US_ASCII);
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        signature.update(text);
        byte[] signed = signature.sign();
        signature.initVerify(certificate.getPublicKey());
        signature.update(text);
        return signature.verify(signed);
    }

    private static List<X509Certificate> certificates(Path file) {
        var found = new ArrayList<X509Certificate>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            Matcher pem = CERTIFICATE.matcher(read(file));
            while (pem.find()) {
                var bytes = new ByteArrayInputStream(decoded(pem));
                found.add((X509Certificate) factory.generateCertificate(bytes));
            }
        } catch (GeneralSecurityException e) {
            throw new InvalidRequestException(
                    file + " has a certificate that cannot be read: " + e.getMessage());
        }
        if (found.isEmpty()) {
            throw new InvalidRequestException(
                    file + " has no certificate in PEM form in it (BEGIN CERTIFICATE)");
        }
        return found;
    }

    private static PrivateKey key(Path file) throws GeneralSecurityException {
        Matcher pem = PRIVATE_KEY.matcher(read(file));
        if (!pem.find()) {
            throw new InvalidRequestException(
                    file
                            + " has no unencrypted private key in PKCS#8 form in it (BEGIN PRIVATE KEY):"
                            + " openssl pkcs8 -topk8 -nodes makes one");
        }
        var spec = new PKCS8EncodedKeySpec(decoded(pem));
        for (String kind : KINDS.keySet()) {
            try {
                return KeyFactory.getInstance(kind).generatePrivate(spec);
            } catch (InvalidKeySpecException e) {
                // The next kind may be the right one.
            }
        }
        throw new InvalidRequestException(file + " has a key that is none of RSA, EC and Ed25519");
    }

    private static byte[] decoded(Matcher pem) {
        return Base64.getMimeDecoder().decode(pem.group(1));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new InvalidRequestException(file + " cannot be read: " + e);
        }
    }
}

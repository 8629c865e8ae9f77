package holdfast.access;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.security.auth.x500.X500Principal;

/** Certificates with whatever names, which nobody has signed. */
final class Written {
    static final Duration VALID_FOR = Duration.ofDays(10);

    private static final byte[] ECDSA = hex("300a06082a8648ce3d040302");
    private static final byte[] ALTERNATIVE_NAME = hex("0603551d11");
    private static final Map<String, Integer> KINDS =
            Map.of("email", 0x81, "dns", 0x82, "uri", 0x86);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private Written() {}

    /** @param alternativeNames such as {@code dns:ci.example} */
    static X509Certificate certificate(
            X500Principal subject, List<String> alternativeNames, Instant from)
            throws GeneralSecurityException {
        byte[] key = KeyPairGenerator.getInstance("EC").generateKeyPair().getPublic().getEncoded();
        byte[] validity = der(0x30, time(from), time(from.plus(VALID_FOR)));
        byte[] names =
                der(
                        0x30,
                        alternativeNames.stream()
                                .map(Written::alternativeName)
                                .toArray(byte[][]::new));
        byte[] extensions =
                alternativeNames.isEmpty()
                        ? new byte[0]
                        : der(0xa3, der(0x30, der(0x30, ALTERNATIVE_NAME, der(0x04, names))));
        byte[] content =
                der(
                        0x30,
                        hex("a003020102020101"),
                        ECDSA,
                        new X500Principal("CN=authority").getEncoded(),
                        validity,
                        subject.getEncoded(),
                        key,
                        extensions);
        byte[] whole = der(0x30, content, ECDSA, der(0x03, hex("00")));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(whole));
    }

    private static byte[] alternativeName(String name) {
        String[] parts = name.split(":", 2);
        return der(
                Objects.requireNonNull(KINDS.get(parts[0])),
                parts[1].getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] time(Instant time) {
        return der(0x18, TIME.format(time).getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    static byte[] der(int tag, byte[]... parts) {
        var body = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            body.writeBytes(part);
        }
        var all = new ByteArrayOutputStream();
        all.write(tag);
        if (body.size() < 0x80) {
            all.write(body.size());
        } else {
            all.write(0x82);
            all.write(body.size() >> 8);
            all.write(body.size());
        }
        all.writeBytes(body.toByteArray());
        return all.toByteArray();
    }
}

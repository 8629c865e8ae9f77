package holdfast.notify;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What shows that a message came from who knows the secret, and when: {@code t=SECONDS,v1=HEX}, where HEX is the HMAC-SHA256 of
 * {@code SECONDS.BODY}. The time is signed too, so that an old message cannot be sent again for ever.
 */
public final class Signature {
    public static final String HEADER = "Holdfast-Signature";
    private static final Pattern FORM = Pattern.compile("t=(\\d{1,12}),v1=([0-9a-f]{64})");

    private Signature() {}

    static String of(String secret, Instant at, String body) {
        long seconds = at.getEpochSecond();
        return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(hmac(secret, seconds, body));
    }

    /** For receivers: whether the signature is right and not older, or newer, than allowed. */
    public static boolean isRight(
            String signature, String secret, String body, Freshness freshness) {
        Matcher parts = FORM.matcher(signature);
        if (!parts.matches()) {
            return false;
        }
        long seconds = Long.parseLong(parts.group(1));
        Duration age = Duration.between(Instant.ofEpochSecond(seconds), freshness.now()).abs();
        return MessageDigest.isEqual(
                        hmac(secret, seconds, body), HexFormat.of().parseHex(parts.group(2)))
                && age.compareTo(freshness.within()) <= 0;
    }

    /** How far the time of a message may be from now. */
    public record Freshness(Instant now, Duration within) {}

    private static byte[] hmac(String secret, long seconds, String body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return mac.doFinal((seconds + "." + body).getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }
}

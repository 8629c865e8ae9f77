package holdfast.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Digests of secrets and identities. */
final class Identities {
    /** 80 bits: no two identities of one installation meet. */
    static final int MARK_LENGTH = 20;

    private Identities() {}

    /** What an owner's id ends with, so that it belongs to one identity. */
    static String mark(String identity) {
        return HexFormat.of()
                .formatHex(sha256(identity.getBytes(StandardCharsets.UTF_8)))
                .substring(0, MARK_LENGTH);
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}

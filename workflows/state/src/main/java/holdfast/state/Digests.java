package holdfast.state;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** The digests of a body, taken as it passes by. */
final class Digests {
    private final MessageDigest sha256 = digest("SHA-256");
    private final MessageDigest md5 = digest("MD5");
    private long size;

    void add(byte[] bytes, int length) {
        add(bytes, 0, length);
    }

    void add(byte[] bytes, int offset, int length) {
        sha256.update(bytes, offset, length);
        md5.update(bytes, offset, length);
        size += length;
    }

    long size() {
        return size;
    }

    /** Ends it: nothing can be added any more. */
    StateVersion.Digest result() {
        return new StateVersion.Digest(
                size,
                HexFormat.of().formatHex(sha256.digest()),
                Base64.getEncoder().encodeToString(md5.digest()));
    }

    static StateVersion.Digest of(byte[] bytes) {
        var digests = new Digests();
        digests.add(bytes, bytes.length);
        return digests.result();
    }

    private static MessageDigest digest(String name) {
        try {
            return MessageDigest.getInstance(name);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has " + name, e);
        }
    }
}

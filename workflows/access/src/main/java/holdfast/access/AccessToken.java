package holdfast.access;

import holdfast.model.RequestId;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A token as its holder has it: {@code hf_{id}_{secret}}. The id may be known; the secret is 256 random bits, so that a plain hash of it
 * can be stored: there is nothing to guess. It is shown by {@link #reveal} alone.
 */
public final class AccessToken {
    private static final String START = "hf_";
    private static final int ID_BYTES = 8;
    private static final int SECRET_BYTES = 32;
    private static final int ID_END = START.length() + 2 * ID_BYTES;
    private static final int LENGTH = ID_END + 1 + (SECRET_BYTES * 4 + 2) / 3;

    private final String id;
    private final byte[] secret;

    private AccessToken(String id, byte[] secret) {
        this.id = id;
        this.secret = secret;
    }

    static AccessToken random(SecureRandom random) {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        return withId(HexFormat.of().formatHex(id), random);
    }

    /** With the id that belongs to this request alone. */
    static AccessToken of(RequestId request, SecureRandom random) {
        byte[] digest =
                Identities.sha256(
                        ("token of request " + request.text()).getBytes(StandardCharsets.UTF_8));
        return withId(HexFormat.of().formatHex(digest, 0, ID_BYTES), random);
    }

    private static AccessToken withId(String id, SecureRandom random) {
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        return new AccessToken(id, secret);
    }

    static boolean looksLike(String text) {
        return text.startsWith(START);
    }

    /** Empty if the text does not have the form of a token. */
    static Optional<AccessToken> parse(String text) {
        if (text.length() != LENGTH || !looksLike(text) || text.charAt(ID_END) != '_') {
            return Optional.empty();
        }
        String id = text.substring(START.length(), ID_END);
        if (!isId(id)) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new AccessToken(id, Base64.getUrlDecoder().decode(text.substring(ID_END + 1))));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static boolean isId(String text) {
        return text.length() == 2 * ID_BYTES
                && text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
    }

    public String id() {
        return id;
    }

    byte[] hash() {
        return Identities.sha256(secret);
    }

    /** The text to hand to its holder, once. */
    public String reveal() {
        return START + id + "_" + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    }

    @Override
    public String toString() {
        return START + id + "_(hidden)";
    }
}

package holdfast.state;

import holdfast.model.InvalidRequestException;
import holdfast.store.StoreException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts what is stored of a state, before it leaves this process: AES-256-GCM, bound to the name of the document. The first key
 * encrypts, every key decrypts: to rotate, put a new one first and leave the old ones until nothing needs them. Without keys,
 * or if the first is called {@code plain}, states are stored as they are; but without keys never over what is encrypted.
 */
public final class KeyRing {
    public static final KeyRing EMPTY = new KeyRing(Map.of(), Stored.PLAIN);

    private static final byte[] MAGIC = "HFS1".getBytes(StandardCharsets.US_ASCII);
    private static final Pattern LINE = Pattern.compile("([A-Za-z0-9._-]{1,64}):(\\S+)");
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final SecureRandom CHANCE = new SecureRandom();

    private static final String PLAIN = "plain";

    private final Map<String, SecretKey> keys;
    private final Stored stored;

    private enum Stored {
        ENCRYPTED,
        PLAIN
    }

    private KeyRing(Map<String, SecretKey> keys, Stored stored) {
        this.keys = keys;
        this.stored = stored;
    }

    /** The name of the key that encrypts; empty if nothing is encrypted. */
    Optional<String> first() {
        return stored == Stored.PLAIN ? Optional.empty() : keys.keySet().stream().findFirst();
    }

    /** Whether nobody said what is to be encrypted, or that nothing is. */
    boolean isEmpty() {
        return keys.isEmpty();
    }

    /**
     * Reads one key a line, as {@code name:base64}, 32 bytes each; empty lines and those that begin with # are left out. A first
     * line {@code plain} says that what is encrypted by the others is read, and nothing is encrypted any more.
     */
    public static KeyRing parse(String text) {
        var keys = new LinkedHashMap<String, SecretKey>();
        Stored stored = Stored.ENCRYPTED;
        for (String line : text.split("[\\n,]")) {
            String entry = line.strip();
            if (entry.isEmpty() || entry.startsWith("#")) {
                continue;
            }
            if (entry.equals(PLAIN) && keys.isEmpty()) {
                stored = Stored.PLAIN;
                continue;
            }
            var parts = LINE.matcher(entry);
            // The line itself is not repeated: it may be a secret.
            if (!parts.matches()) {
                throw new InvalidRequestException("a key for states is written NAME:BASE64");
            }
            if (keys.put(parts.group(1), key(parts.group(1), parts.group(2))) != null) {
                throw new InvalidRequestException(
                        "there are two keys for states with the name '" + parts.group(1) + "'");
            }
        }
        return new KeyRing(keys, keys.isEmpty() ? Stored.PLAIN : stored);
    }

    private static SecretKey key(String name, String base64) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException("the key '" + name + "' is not base64");
        }
        if (bytes.length != KEY_BYTES) {
            throw new InvalidRequestException(
                    "the key '" + name + "' has " + bytes.length + " bytes, not " + KEY_BYTES);
        }
        return new SecretKeySpec(bytes, "AES");
    }

    /** As it is stored in the document with this name. */
    byte[] seal(String document, byte[] plain) {
        if (stored == Stored.PLAIN) {
            return plain;
        }
        Map.Entry<String, SecretKey> first = keys.entrySet().iterator().next();
        byte[] name = first.getKey().getBytes(StandardCharsets.US_ASCII);
        var nonce = new byte[NONCE_BYTES];
        CHANCE.nextBytes(nonce);
        try {
            byte[] hidden =
                    cipher(Cipher.ENCRYPT_MODE, first.getValue(), nonce, document).doFinal(plain);
            return ByteBuffer.allocate(
                            MAGIC.length + 1 + name.length + nonce.length + hidden.length)
                    .put(MAGIC)
                    .put((byte) name.length)
                    .put(name)
                    .put(nonce)
                    .put(hidden)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has AES-GCM", e);
        }
    }

    /** What was given to {@link #seal}; as it is if it was stored before there were keys. */
    byte[] open(String document, byte[] sealed) {
        var in = ByteBuffer.wrap(sealed);
        if (!isSealed(sealed)) {
            return sealed;
        }
        in.position(MAGIC.length);
        int length = in.get();
        if (length < 1 || in.remaining() < length + NONCE_BYTES) {
            throw new StoreException.Corrupted(
                    "'" + document + "' was changed after it was encrypted", null);
        }
        var name = new byte[length];
        in.get(name);
        var nonce = new byte[NONCE_BYTES];
        in.get(nonce);
        var hidden = new byte[in.remaining()];
        in.get(hidden);
        String keyName = new String(name, StandardCharsets.US_ASCII);
        SecretKey key = keys.get(keyName);
        if (key == null) {
            throw new StoreException.Incompatible(
                    "'"
                            + document
                            + "' is encrypted with the key '"
                            + keyName
                            + "', which is not among the keys for states that were given"
                            + " (HOLDFAST_STATE_KEYS or HOLDFAST_STATE_KEYS_FILE)");
        }
        try {
            return cipher(Cipher.DECRYPT_MODE, key, nonce, document).doFinal(hidden);
        } catch (GeneralSecurityException e) {
            throw new StoreException.Corrupted(
                    "'"
                            + document
                            + "' was changed after it was encrypted, or the key '"
                            + keyName
                            + "' that was given is not the one of that name: make sure of the key"
                            + " first",
                    e);
        }
    }

    private static boolean isSealed(byte[] stored) {
        return stored.length > MAGIC.length + 1
                && List.of(stored[0], stored[1], stored[2], stored[3])
                        .equals(List.of(MAGIC[0], MAGIC[1], MAGIC[2], MAGIC[3]));
    }

    /** Bound to the document's name, so that nobody can exchange one for another. */
    private static Cipher cipher(int mode, SecretKey key, byte[] nonce, String document)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(document.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}

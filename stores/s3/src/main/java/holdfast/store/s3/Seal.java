package holdfast.store.s3;

import holdfast.store.DocumentKey;
import holdfast.store.StoreException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes every stored body different from every other. S3 compares versions by their ETag, which is a digest of the body: without a
 * seal, who wrote the same bytes again would give an old version back its validity. The seal is white space behind the body, which
 * no reader of JSON minds, and stands in the object's metadata too, so that a writer knows its own writing again.
 *
 * @param id 32 hexadecimal digits
 */
record Seal(String id) {
    private static final String ID = "holdfast-seal";
    private static final String LENGTH = "holdfast-seal-length";

    static Seal fresh() {
        return new Seal(UUID.randomUUID().toString().replace("-", ""));
    }

    byte[] on(byte[] body) {
        byte[] sealed = Arrays.copyOf(body, body.length + length());
        int at = body.length;
        sealed[at++] = '\n';
        for (byte part : HexFormat.of().parseHex(id)) {
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                sealed[at++] = (byte) ((part >> bit & 1) == 0 ? ' ' : '\t');
            }
        }
        return sealed;
    }

    private int length() {
        return 1 + id.length() / 2 * Byte.SIZE;
    }

    Map<String, String> metadata() {
        return Map.of(ID, id, LENGTH, Integer.toString(length()));
    }

    boolean isOn(Map<String, String> metadata) {
        return id.equals(metadata.get(ID));
    }

    /** The body without a seal; as it is if it was put there by somebody else, who does not seal. */
    static byte[] removed(DocumentKey key, byte[] sealed, Map<String, String> metadata) {
        @Nullable String length = metadata.get(LENGTH);
        if (length == null) {
            return sealed;
        }
        try {
            int end = sealed.length - Integer.parseInt(length);
            if (end >= 0 && end <= sealed.length && isBlank(sealed, end)) {
                return Arrays.copyOf(sealed, end);
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new StoreException.Corrupted(
                "document '" + key + "' does not end with the seal that its metadata names", null);
    }

    private static boolean isBlank(byte[] bytes, int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\n') {
                return false;
            }
        }
        return true;
    }
}

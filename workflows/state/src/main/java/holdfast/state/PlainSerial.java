package holdfast.state;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * Where the serial stands in a state of Terraform's. What is encrypted has none here: the number beside what is encrypted is a copy of one
 * that nobody else can change.
 *
 * @param at its first byte
 */
record PlainSerial(int at, String text, String lineage) {
    private static final JsonFactory FACTORY =
            JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

    /** Terraform's serials are numbers of so many bits. */
    private static final int BITS_MAX = 64;

    /** Empty also if this is no state that Terraform would read. */
    static Optional<PlainSerial> in(byte[] body) {
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), body)) {
            return json.nextToken() == JsonToken.START_OBJECT
                    ? members(json).filter(found -> found.isIn(body))
                    : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private static Optional<PlainSerial> members(JsonParser json) {
        @Nullable String serial = null;
        @Nullable String lineage = null;
        long at = -1;
        boolean hasVersion = false;
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            switch (name) {
                case "encrypted_data" -> {
                    return Optional.empty();
                }
                case "version" -> hasVersion = true;
                case Succession.SERIAL -> {
                    if (value == JsonToken.VALUE_NUMBER_INT) {
                        serial = json.getString();
                        at = json.currentTokenLocation().getByteOffset();
                    }
                }
                case Succession.LINEAGE ->
                        lineage = value == JsonToken.VALUE_STRING ? json.getString() : null;
                default -> {}
            }
            json.skipChildren();
        }
        return serial == null || lineage == null || !hasVersion || json.nextToken() != null
                ? Optional.empty()
                : Optional.of(new PlainSerial(Math.toIntExact(at), serial, lineage));
    }

    /** Not in a text whose letters are more than one byte each. */
    private boolean isIn(byte[] body) {
        if (!text.matches("[0-9]{1,20}")) {
            return false;
        }
        byte[] digits = text.getBytes(StandardCharsets.US_ASCII);
        return at > 0
                && at + digits.length <= body.length
                && Arrays.equals(body, at, at + digits.length, digits, 0, digits.length);
    }

    /** The same state with another serial, every other byte as it was. Empty if no state can have it. */
    Optional<byte[]> replaced(byte[] body, BigInteger serial) {
        if (serial.bitLength() > BITS_MAX) {
            return Optional.empty();
        }
        byte[] digits = serial.toString().getBytes(StandardCharsets.US_ASCII);
        int rest = at + text.length();
        byte[] changed = new byte[body.length - text.length() + digits.length];
        System.arraycopy(body, 0, changed, 0, at);
        System.arraycopy(digits, 0, changed, at, digits.length);
        System.arraycopy(body, rest, changed, at + digits.length, body.length - rest);
        return Optional.of(changed);
    }
}

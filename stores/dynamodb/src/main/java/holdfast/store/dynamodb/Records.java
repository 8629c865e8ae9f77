package holdfast.store.dynamodb;

import holdfast.model.StoreTime;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The table of all that is neither a root nor a waiter: items in parts, in order within each. */
final class Records {
    static final String PART = "part";
    static final String ITEM = "item";
    static final String BODY = "body";
    static final String EXPIRES = "expiresAt";
    private static final int DIGITS = 19;
    private static final long SECOND = 1_000_000_000L;

    private Records() {}

    static Map<String, AttributeValue> key(String part, String item) {
        return Map.of(PART, Attributes.text(part), ITEM, Attributes.text(item));
    }

    /** So that the order of the texts is that of the numbers. */
    static String padded(long number) {
        String digits = Long.toString(number);
        return "0".repeat(Math.max(0, DIGITS - digits.length())) + digits;
    }

    /** After this time the service may clear the item away. */
    static AttributeValue expires(StoreTime time) {
        return Attributes.number(Math.ceilDiv(time.epochNanos(), SECOND));
    }
}

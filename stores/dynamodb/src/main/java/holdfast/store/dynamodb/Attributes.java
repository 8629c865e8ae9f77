package holdfast.store.dynamodb;

import holdfast.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The values of items, made and read. */
final class Attributes {
    private Attributes() {}

    static AttributeValue text(String value) {
        return AttributeValue.fromS(value);
    }

    static AttributeValue number(long value) {
        return AttributeValue.fromN(Long.toString(value));
    }

    static AttributeValue bytes(byte[] value) {
        return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(value));
    }

    static String text(Map<String, AttributeValue> item, String name) {
        AttributeValue value = item.get(name);
        if (value == null || value.s() == null) {
            throw missing(name);
        }
        return value.s();
    }

    static @Nullable String textIfThere(Map<String, AttributeValue> item, String name) {
        AttributeValue value = item.get(name);
        return value == null ? null : value.s();
    }

    static long number(Map<String, AttributeValue> item, String name) {
        Long value = numberIfThere(item, name);
        if (value == null) {
            throw missing(name);
        }
        return value;
    }

    /** Null also for what is no whole number. */
    static @Nullable Long numberIfThere(Map<String, AttributeValue> item, String name) {
        AttributeValue value = item.get(name);
        if (value == null || value.n() == null) {
            return null;
        }
        try {
            return Long.valueOf(value.n());
        } catch (NumberFormatException e) {
            return null;
        }
    }

    static byte[] bytes(Map<String, AttributeValue> item, String name) {
        AttributeValue value = item.get(name);
        if (value == null || value.b() == null) {
            throw missing(name);
        }
        return value.b().asByteArray();
    }

    private static StoreException missing(String name) {
        return new StoreException.Corrupted(
                "a stored item has no attribute '" + name + "' of the expected kind", null);
    }

    /** What the service counts of an item, for its capacity and its limit; a little more for numbers. */
    static int size(Map<String, AttributeValue> item) {
        int size = 0;
        for (var entry : item.entrySet()) {
            size += entry.getKey().getBytes(StandardCharsets.UTF_8).length + size(entry.getValue());
        }
        return size;
    }

    private static int size(AttributeValue value) {
        if (value.s() != null) {
            return value.s().getBytes(StandardCharsets.UTF_8).length;
        }
        if (value.n() != null) {
            return value.n().length() / 2 + 2;
        }
        if (value.b() != null) {
            return value.b().asByteArrayUnsafe().length;
        }
        return value.hasM() ? size(value.m()) + 3 + value.m().size() : 8;
    }
}

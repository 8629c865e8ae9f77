package holdfast.state;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The members of a JSON object, by the types that are expected of them. */
final class Fields {
    private final Map<String, @Nullable Object> members;

    Fields(Map<String, @Nullable Object> members) {
        this.members = members;
    }

    String text(String name) {
        return require(name, optionalText(name));
    }

    @Nullable String optionalText(String name) {
        return typed(name, String.class);
    }

    long number(String name) {
        return Long.parseLong(require(name, typed(name, JsonNumber.class)).text());
    }

    Instant time(String name) {
        return Instant.parse(text(name));
    }

    /** Empty if there are none. */
    List<String> texts(String name) {
        List<?> all = typed(name, List.class);
        return all == null ? List.of() : all.stream().map(String::valueOf).toList();
    }

    /** Empty if there is none. */
    Map<String, @Nullable Object> object(String name) {
        return asObject(name, members.get(name));
    }

    @SuppressWarnings("unchecked") // Only JsonTree makes these maps, always with texts for names.
    static Map<String, @Nullable Object> asObject(String name, @Nullable Object value) {
        if (value == null) {
            return new LinkedHashMap<>();
        }
        if (!(value instanceof Map<?, ?>)) {
            throw new IllegalArgumentException("'" + name + "' is not an object");
        }
        return (Map<String, @Nullable Object>) value;
    }

    private <T> @Nullable T typed(String name, Class<T> type) {
        Object value = members.get(name);
        if (value != null && !type.isInstance(value)) {
            throw new IllegalArgumentException("'" + name + "' is not a " + type.getSimpleName());
        }
        return type.cast(value);
    }

    private static <T> T require(String name, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException("'" + name + "' is missing");
        }
        return value;
    }
}

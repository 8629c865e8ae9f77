package holdfast.server;

import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Says where a value is not what a schema of the API's description promises. Knows as much of schemas as the description uses. */
final class Schemas {
    private final Function<@Nullable Object, Map<String, Object>> resolve;

    /** @param resolve follows references */
    Schemas(Function<@Nullable Object, Map<String, Object>> resolve) {
        this.resolve = resolve;
    }

    List<String> violations(@Nullable Object value, @Nullable Object schema) {
        var found = new ArrayList<String>();
        check("$", value, resolve.apply(schema), found);
        return found;
    }

    private void check(
            String at, @Nullable Object value, Map<String, Object> schema, List<String> found) {
        if (schema.get("oneOf") != null) {
            boolean isOne =
                    list(schema.get("oneOf")).stream()
                            .anyMatch(one -> violations(value, one).isEmpty());
            require(isOne, at + " is none of several", found);
            return;
        }
        List<String> types =
                schema.get("type") instanceof List<?> several
                        ? several.stream().map(String::valueOf).toList()
                        : schema.get("type") == null
                                ? List.of()
                                : List.of(String.valueOf(schema.get("type")));
        require(
                types.isEmpty() || types.stream().anyMatch(type -> isOf(type, value)),
                at + " is not of type " + types + ": " + value,
                found);
        if (schema.get("enum") instanceof List<?> words) {
            require(words.contains(value), at + " is none of " + words + ": " + value, found);
        }
        if ("date-time".equals(schema.get("format")) && value instanceof String text) {
            require(isTime(text), at + " is no time: " + text, found);
        }
        if (schema.get("minimum") instanceof BigDecimal least && value instanceof BigDecimal it) {
            require(it.compareTo(least) >= 0, at + " is below " + least + ": " + it, found);
        }
        if (value instanceof List<?> items && schema.get("items") != null) {
            for (int i = 0; i < items.size(); i++) {
                check(at + "[" + i + "]", items.get(i), resolve.apply(schema.get("items")), found);
            }
        }
        if (value instanceof Map<?, ?> fields) {
            checkFields(at, fields, schema, found);
        }
    }

    private void checkFields(
            String at, Map<?, ?> fields, Map<String, Object> schema, List<String> found) {
        var known = new HashMap<String, Object>();
        var required = new ArrayList<Object>();
        gather(schema, known, required);
        for (Object name : required) {
            require(fields.containsKey(name), at + " lacks " + name, found);
        }
        fields.forEach((name, value) -> {
            Object property = known.get(String.valueOf(name));
            Object others = schema.get("additionalProperties");
            if (property != null) {
                check(at + "." + name, value, resolve.apply(property), found);
            } else if (others instanceof Map<?, ?>) {
                check(at + "." + name, value, resolve.apply(others), found);
            } else if (!known.isEmpty()) {
                require(Boolean.TRUE.equals(others), at + " has an unknown " + name, found);
            }
        });
    }

    private void gather(
            Map<String, Object> schema, Map<String, Object> known, List<Object> required) {
        list(schema.get("allOf")).forEach(part -> gather(resolve.apply(part), known, required));
        if (schema.get("properties") instanceof Map<?, ?> properties) {
            properties.forEach((name, property) ->
                    known.put(String.valueOf(name), Objects.requireNonNull(property)));
        }
        required.addAll(list(schema.get("required")));
    }

    private static boolean isOf(String type, @Nullable Object value) {
        return switch (type) {
            case "object" -> value instanceof Map;
            case "array" -> value instanceof List;
            case "string" -> value instanceof String;
            case "number" -> value instanceof BigDecimal;
            case "integer" ->
                    value instanceof BigDecimal number && number.stripTrailingZeros().scale() <= 0;
            case "boolean" -> value instanceof Boolean;
            case "null" -> value == null;
            default -> throw new AssertionError(type);
        };
    }

    private static boolean isTime(String text) {
        try {
            OffsetDateTime.parse(text);
            return true;
        } catch (DateTimeParseException e) {
            return false;
        }
    }

    private static void require(boolean holds, String otherwise, List<String> found) {
        if (!holds) {
            found.add(otherwise);
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(@Nullable Object value) {
        return value == null ? List.of() : (List<Object>) value;
    }
}

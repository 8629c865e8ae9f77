package holdfast.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes values for the schemas of the API's description: mostly such as are meant, sometimes such as are not. */
final class Chance {
    private static final List<String> TEXTS =
            List.of(
                    "shop",
                    "shop//api",
                    "mail/prod",
                    "everything",
                    "a",
                    "",
                    " ",
                    "ü☃",
                    "..",
                    "a/b//c/d",
                    "lock_1_a_00000000",
                    "x".repeat(200),
                    "a/../b",
                    "a;b=c",
                    "a\\\\b",
                    "\u202eshop",
                    "' OR 1=1 --",
                    "\t",
                    "\u0000",
                    "%41",
                    "stack:",
                    "2026-01-01T00:00:00Z");
    private static final List<String> ODD_VALUES =
            List.of(
                    "null",
                    "true",
                    "[]",
                    "{}",
                    "-1",
                    "1e99",
                    "0.00001",
                    "1e999999999",
                    "-1e-999999999",
                    "9223372036854775808",
                    "123456789012345678901234567890",
                    "\"\\ud800\"",
                    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
                    "\"\"",
                    "[1]",
                    "{\"a\":1}");

    private final Random random;

    Chance(Random random) {
        this.random = random;
    }

    boolean isSo() {
        return random.nextBoolean();
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    /** For a path or a query. */
    String text(Map<String, Object> schema) {
        if (schema.get("enum") instanceof List<?> words && isSo()) {
            return String.valueOf(words.get(random.nextInt(words.size())));
        }
        if ("integer".equals(schema.get("type")) && isSo()) {
            return Integer.toString(random.nextInt(2_000) - 10);
        }
        String text = one(TEXTS);
        return text.isEmpty() || text.equals("..") || text.equals("\u0000") ? "x" : text;
    }

    /** For a body. */
    String json(@Nullable Object schema, Function<@Nullable Object, Map<String, Object>> resolve) {
        Map<String, Object> resolved = resolve.apply(schema);
        if (random.nextInt(20) == 0) {
            return one(ODD_VALUES);
        }
        return switch (String.valueOf(resolved.get("type"))) {
            case "object" -> object(resolved, resolve);
            case "array" -> "[" + (isSo() ? json(resolved.get("items"), resolve) : "") + "]";
            case "integer" -> Integer.toString(random.nextInt(100));
            case "number" -> isSo() ? Integer.toString(1 + random.nextInt(3)) : "1.5";
            case "boolean" -> Boolean.toString(isSo());
            default -> quoted(text(resolved));
        };
    }

    @SuppressWarnings("unchecked")
    private String object(
            Map<String, Object> schema, Function<@Nullable Object, Map<String, Object>> resolve) {
        var fields = new ArrayList<String>();
        if (schema.get("properties") instanceof Map<?, ?> properties) {
            List<Object> required =
                    schema.get("required") instanceof List<?> names
                            ? (List<Object>) names
                            : List.of();
            properties.forEach((name, property) -> {
                if (required.contains(name) ? random.nextInt(20) > 0 : random.nextInt(4) == 0) {
                    fields.add(quoted(String.valueOf(name)) + ":" + json(property, resolve));
                }
            });
        }
        if (random.nextInt(20) == 0) {
            fields.add("\"surprise\":1");
        }
        if (!fields.isEmpty() && random.nextInt(40) == 0) {
            fields.add(fields.getFirst());
        }
        return "{" + String.join(",", fields) + "}";
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\t", "\\t") + "\"";
    }
}

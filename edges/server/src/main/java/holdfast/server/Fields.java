package holdfast.server;

import holdfast.model.InvalidRequestException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The fields of a JSON object from outside. Whoever reads it says in the end that these were all: an unknown one is refused. */
final class Fields {
    private static final BigDecimal MILLIS = BigDecimal.valueOf(1_000);
    private static final BigDecimal SECONDS_MAX = BigDecimal.valueOf(1_000_000_000L);

    private final Map<String, @Nullable Object> values;
    private final Set<String> asked = new HashSet<>();

    Fields(Map<String, @Nullable Object> values) {
        this.values = values;
    }

    static Fields parse(byte[] bytes) {
        return new Fields(JsonText.object(bytes));
    }

    /** To be called when everything has been asked for. A misspelt field must not be ignored. */
    void end() {
        if (asked.containsAll(values.keySet())) {
            return;
        }
        var unknown = new TreeSet<>(values.keySet());
        unknown.removeAll(asked);
        throw new InvalidRequestException(
                "unknown field '"
                        + unknown.first()
                        + "'; known are "
                        + String.join(", ", new TreeSet<>(asked)));
    }

    private @Nullable Object value(String name) {
        asked.add(name);
        return values.get(name);
    }

    private <T> Optional<T> value(String name, Class<T> type, String kind) {
        Object value = value(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!type.isInstance(value)) {
            throw new InvalidRequestException("field '" + name + "' is not " + kind);
        }
        return Optional.of(type.cast(value));
    }

    Optional<String> text(String name) {
        return value(name, String.class, "a text");
    }

    String requiredText(String name) {
        return text(name)
                .orElseThrow(() -> new InvalidRequestException("field '" + name + "' is missing"));
    }

    Optional<Long> number(String name) {
        return value(name, BigDecimal.class, "a number")
                .map(number -> {
                    try {
                        return number.longValueExact();
                    } catch (ArithmeticException e) {
                        throw new InvalidRequestException(
                                "field '" + name + "' is not a whole number");
                    }
                });
    }

    /** A number of seconds, with whole milliseconds. */
    Optional<Duration> seconds(String name) {
        return value(name, BigDecimal.class, "a number of seconds")
                .map(seconds -> {
                    if (seconds.signum() < 0 || seconds.compareTo(SECONDS_MAX) > 0) {
                        throw new InvalidRequestException(
                                "field '"
                                        + name
                                        + "' is not a number of seconds that can be waited for");
                    }
                    try {
                        return Duration.ofMillis(seconds.multiply(MILLIS).longValueExact());
                    } catch (ArithmeticException e) {
                        throw new InvalidRequestException(
                                "field '" + name + "' has a fraction of a millisecond");
                    }
                });
    }

    <E extends Enum<E>> Optional<E> word(String name, Class<E> type) {
        return text(name).map(text -> word(name, text, type));
    }

    static <E extends Enum<E>> E word(String name, String text, Class<E> type) {
        return Stream.of(type.getEnumConstants())
                .filter(constant -> Json.word(constant).equals(text))
                .findFirst()
                .orElseThrow(() ->
                        new InvalidRequestException(
                                "'"
                                        + name
                                        + "' is one of "
                                        + Stream.of(type.getEnumConstants())
                                                .map(constant ->
                                                        constant.name().toLowerCase(Locale.ROOT))
                                                .collect(Collectors.joining(", "))));
    }

    Map<String, String> texts(String name) {
        Object value = value(name);
        if (value == null) {
            return Map.of();
        }
        if (!(value instanceof Map<?, ?> map)) {
            throw new InvalidRequestException("field '" + name + "' is not an object of texts");
        }
        var texts = new LinkedHashMap<String, String>();
        map.forEach((key, text) -> {
            if (!(text instanceof String string)) {
                throw new InvalidRequestException("field '" + name + "." + key + "' is not a text");
            }
            texts.put((String) key, string);
        });
        return texts;
    }

    List<String> textList(String name) {
        var texts = new ArrayList<String>();
        for (Object item : value(name, List.class, "a list").orElse(List.of())) {
            if (!(item instanceof String text)) {
                throw new InvalidRequestException("an item of '" + name + "' is not a text");
            }
            texts.add(text);
        }
        return texts;
    }

    @SuppressWarnings("unchecked") // what JsonText made of an object has these types
    List<Fields> objects(String name) {
        var objects = new ArrayList<Fields>();
        for (Object item : value(name, List.class, "a list").orElse(List.of())) {
            if (!(item instanceof Map<?, ?> object)) {
                throw new InvalidRequestException("an item of '" + name + "' is not an object");
            }
            objects.add(new Fields((Map<String, @Nullable Object>) object));
        }
        return objects;
    }
}

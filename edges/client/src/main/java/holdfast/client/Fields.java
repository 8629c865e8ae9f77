package holdfast.client;

import holdfast.model.StoreTime;
import holdfast.store.StoreException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** A JSON object of an answer. Fields that this version does not know are passed over: a server may be newer. */
final class Fields {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int MILLIS_DIGITS = 3;
    static final Fields NONE = new Fields(Map.of());

    private final Map<String, @Nullable Object> values;

    private Fields(Map<String, @Nullable Object> values) {
        this.values = values;
    }

    /** @throws StoreException.Corrupted if it is not a JSON object: then no Holdfast server answered */
    static Fields parse(byte[] bytes) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw broken("it is no JSON object", null);
            }
            return new Fields(object(parser));
        } catch (JacksonException e) {
            throw broken("it is no JSON", e);
        }
    }

    private static StoreException broken(String why, @Nullable Exception cause) {
        return new StoreException.Corrupted(
                "the server's answer cannot be read: " + why + "; is it a Holdfast server?", cause);
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            fields.put(name, value(parser));
        }
        return fields;
    }

    private static @Nullable Object value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> new Fields(object(parser));
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private static List<@Nullable Object> array(JsonParser parser) {
        var items = new ArrayList<@Nullable Object>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(parser));
        }
        return items;
    }

    private <T> Optional<T> value(String name, Class<T> type) {
        Object value = values.get(name);
        return type.isInstance(value) ? Optional.of(type.cast(value)) : Optional.empty();
    }

    private <T> T required(String name, Class<T> type) {
        return value(name, type)
                .orElseThrow(() -> broken("its field '" + name + "' is missing", null));
    }

    Optional<String> maybe(String name) {
        return value(name, String.class);
    }

    String text(String name) {
        return required(name, String.class);
    }

    boolean isTrue(String name) {
        return required(name, Boolean.class);
    }

    long number(String name) {
        return required(name, BigDecimal.class).longValue();
    }

    Optional<Long> maybeNumber(String name) {
        return value(name, BigDecimal.class).map(BigDecimal::longValue);
    }

    Duration seconds(String name) {
        return maybeSeconds(name)
                .orElseThrow(() -> broken("its field '" + name + "' is missing", null));
    }

    Optional<Duration> maybeSeconds(String name) {
        return value(name, BigDecimal.class)
                .map(value -> Duration.ofMillis(value.movePointRight(MILLIS_DIGITS).longValue()));
    }

    StoreTime time(String name) {
        try {
            return StoreTime.of(Instant.parse(text(name)));
        } catch (DateTimeException e) {
            throw broken("its field '" + name + "' is no time", e);
        }
    }

    <E extends Enum<E>> E word(String name, Class<E> type) {
        try {
            return Enum.valueOf(type, text(name).toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw broken("its field '" + name + "' says what this version does not know", e);
        }
    }

    Map<String, String> map(String name) {
        var map = new LinkedHashMap<String, String>();
        value(name, Fields.class)
                .orElse(NONE)
                .values
                .forEach((key, value) -> {
                    if (value instanceof String text) {
                        map.put(key, text);
                    }
                });
        return map;
    }

    Optional<Fields> object(String name) {
        return value(name, Fields.class);
    }

    List<Fields> objects(String name) {
        return items(name, Fields.class);
    }

    List<String> texts(String name) {
        return items(name, String.class);
    }

    private <T> List<T> items(String name, Class<T> type) {
        if (!(values.get(name) instanceof List<?> list)) {
            return List.of();
        }
        return list.stream().filter(type::isInstance).map(type::cast).toList();
    }
}

package holdfast.store.records;

import holdfast.store.StoreException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The fields of one JSON object: texts, whole numbers, objects and lists of them. Knows which of them nobody has read. */
final class Fields {
    private final Map<String, Object> values = new LinkedHashMap<>();
    private final Set<String> read = new HashSet<>();

    private Fields() {}

    /** Reads the one object that the parser holds, to its end. */
    static Fields parse(JsonParser json) {
        require(json.nextToken() == JsonToken.START_OBJECT, "it is not a JSON object");
        Fields fields = object(json);
        require(json.nextToken() == null, "something follows the JSON object");
        return fields;
    }

    String text(String name) {
        return required(name, optionalText(name));
    }

    @Nullable String optionalText(String name) {
        return value(name, String.class);
    }

    long number(String name) {
        return required(name, optionalNumber(name));
    }

    @Nullable Long optionalNumber(String name) {
        return value(name, Long.class);
    }

    Fields object(String name) {
        return required(name, value(name, Fields.class));
    }

    /** The items of a list; none if the field is not there. */
    <T> List<T> list(String name, Class<T> kind) {
        List<?> items = value(name, List.class);
        return items == null
                ? List.of()
                : items.stream().map(item -> cast(name, item, kind)).toList();
    }

    /** An object as a map of texts; empty if the field is not there. */
    Map<String, String> texts(String name) {
        Fields inner = value(name, Fields.class);
        if (inner == null) {
            return Map.of();
        }
        var texts = new LinkedHashMap<String, String>();
        for (String key : inner.values.keySet()) {
            texts.put(key, inner.text(key));
        }
        return texts;
    }

    /** Every field of every object must have been asked for. */
    void checkAllRead(String what) {
        if (read.size() < values.size()) {
            var unknown = new TreeSet<>(values.keySet());
            unknown.removeAll(read);
            throw new StoreException.Incompatible(
                    "a stored "
                            + what
                            + " has fields "
                            + unknown
                            + " that this version of Holdfast does not know: use the newer version that wrote them");
        }
        values.values().forEach(value -> checkInside(what, value));
    }

    private static void checkInside(String what, Object value) {
        if (value instanceof Fields inner) {
            inner.checkAllRead(what);
        } else if (value instanceof List<?> items) {
            items.forEach(item -> checkInside(what, item));
        }
    }

    private <T> @Nullable T value(String name, Class<T> kind) {
        Object value = values.get(name);
        if (value == null) {
            return null;
        }
        read.add(name);
        return cast(name, value, kind);
    }

    private static <T> T cast(String name, Object value, Class<T> kind) {
        require(kind.isInstance(value), "its field '" + name + "' is not of the expected kind");
        return kind.cast(value);
    }

    private static <T> T required(String name, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException("it has no field '" + name + "'");
        }
        return value;
    }

    private static Fields object(JsonParser json) {
        var fields = new Fields();
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            json.nextToken();
            require(
                    fields.values.put(name, value(json)) == null,
                    "it has the field '" + name + "' twice");
        }
        return fields;
    }

    private static Object value(JsonParser json) {
        JsonToken token = json.currentToken();
        if (token == JsonToken.VALUE_STRING) {
            return json.getString();
        } else if (token == JsonToken.VALUE_NUMBER_INT) {
            return json.getLongValue();
        } else if (token == JsonToken.START_OBJECT) {
            return object(json);
        }
        require(token == JsonToken.START_ARRAY, "it holds a " + token + ", which no record has");
        var items = new ArrayList<Object>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(json));
        }
        return items;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}

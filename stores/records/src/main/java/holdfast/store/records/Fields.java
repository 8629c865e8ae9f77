package holdfast.store.records;

import holdfast.store.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The fields of one JSON object: texts, whole numbers, objects and lists of them. Knows which of them nobody has read. */
final class Fields {
    /** A record has few fields, so looking through them costs less than a table of them would. */
    private final List<Field> all = new ArrayList<>();

    /** One of them. */
    private static final class Field {
        private final String name;
        private final Object value;
        private boolean read;

        private Field(String name, Object value) {
            this.name = name;
            this.value = value;
        }
    }

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
        for (Field field : inner.all) {
            field.read = true;
            texts.put(field.name, cast(field.name, field.value, String.class));
        }
        return texts;
    }

    /** Every field of every object must have been asked for. */
    void checkAllRead(String what) {
        for (Field field : all) {
            if (!field.read) {
                throw unknown(what);
            }
            checkInside(what, field.value);
        }
    }

    private StoreException unknown(String what) {
        var unknown = new TreeSet<String>();
        for (Field field : all) {
            if (!field.read) {
                unknown.add(field.name);
            }
        }
        return new StoreException.Incompatible(
                "a stored "
                        + what
                        + " has fields "
                        + unknown
                        + " that this version of Holdfast does not know: use the newer version that wrote them");
    }

    private static void checkInside(String what, Object value) {
        if (value instanceof Fields inner) {
            inner.checkAllRead(what);
        } else if (value instanceof List<?> items) {
            items.forEach(item -> checkInside(what, item));
        }
    }

    private <T> @Nullable T value(String name, Class<T> kind) {
        Field field = find(name);
        if (field == null) {
            return null;
        }
        field.read = true;
        return cast(name, field.value, kind);
    }

    private @Nullable Field find(String name) {
        for (Field field : all) {
            if (field.name.equals(name)) {
                return field;
            }
        }
        return null;
    }

    private static <T> T cast(String name, Object value, Class<T> kind) {
        if (!kind.isInstance(value)) {
            throw new IllegalArgumentException(
                    "its field '" + name + "' is not of the expected kind");
        }
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
            if (fields.find(name) != null) {
                throw new IllegalArgumentException("it has the field '" + name + "' twice");
            }
            fields.all.add(new Field(name, value(json)));
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
        if (token != JsonToken.START_ARRAY) {
            throw new IllegalArgumentException("it holds a " + token + ", which no record has");
        }
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

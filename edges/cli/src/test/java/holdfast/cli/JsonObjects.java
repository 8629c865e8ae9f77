package holdfast.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads JSON, as a program that gets the output would. */
final class JsonObjects {
    private JsonObjects() {}

    /** An array of objects. */
    static List<Map<String, Object>> read(String text) {
        return objects(value(text));
    }

    static Map<String, Object> readOne(String text) {
        return fields(value(text));
    }

    @SuppressWarnings("unchecked") // what is no object fails where its fields are looked at
    static List<Map<String, Object>> objects(@Nullable Object value) {
        return (List<Map<String, Object>>) Objects.requireNonNull(value);
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> fields(@Nullable Object value) {
        return (Map<String, Object>) Objects.requireNonNull(value);
    }

    private static Object value(String text) {
        try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
            Object value = value(json, json.nextToken());
            if (json.nextToken() != null) {
                throw new AssertionError("more than one value: " + text);
            }
            return value;
        }
    }

    private static Object value(JsonParser json, JsonToken token) {
        return switch (token) {
            case VALUE_STRING -> json.getString();
            case VALUE_NUMBER_INT -> json.getLongValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case START_OBJECT -> object(json);
            case START_ARRAY -> array(json);
            default -> throw new AssertionError("unexpected " + token);
        };
    }

    private static Map<String, Object> object(JsonParser json) {
        var fields = new LinkedHashMap<String, Object>();
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            fields.put(name, value(json, json.nextToken()));
        }
        return fields;
    }

    private static List<Object> array(JsonParser json) {
        var values = new ArrayList<Object>();
        for (JsonToken token = json.nextToken();
                token != JsonToken.END_ARRAY;
                token = json.nextToken()) {
            values.add(value(json, token));
        }
        return values;
    }
}

package holdfast.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A JSON object that was read. Every method throws {@link IllegalArgumentException} when a field is not of the asked kind; no message
 * repeats a value, since a value may be a secret.
 */
public final class JsonObject {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int DEPTH_MAX = 20;

    private final Map<String, Object> fields;

    private JsonObject(Map<String, Object> fields) {
        this.fields = fields;
    }

    /** Reads one object and nothing after it. A field that is null counts as not there. */
    public static JsonObject parse(String text) {
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            require(json.nextToken() == JsonToken.START_OBJECT, "this is not a JSON object");
            JsonObject object = object(json, 1);
            require(json.nextToken() == null, "something follows the JSON object");
            return object;
        } catch (JacksonException e) {
            // Without its cause, which quotes what was read.
            throw new IllegalArgumentException("this is not JSON");
        }
    }

    public String text(String name) {
        return optionalText(name).orElseThrow(() -> missing(name));
    }

    public Optional<String> optionalText(String name) {
        return find(name, String.class);
    }

    public long number(String name) {
        return find(name, Long.class).orElseThrow(() -> missing(name));
    }

    public OptionalLong optionalNumber(String name) {
        return find(name, Long.class).map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    /** The texts of an object; none if the field is not there. */
    public Map<String, String> texts(String name) {
        var texts = new LinkedHashMap<String, String>();
        find(name, JsonObject.class)
                .ifPresent(inner ->
                        inner.fields.keySet().forEach(key -> texts.put(key, inner.text(key))));
        return texts;
    }

    /** The texts of a list; none if the field is not there. */
    public List<String> strings(String name) {
        return list(name, String.class);
    }

    /** The objects of a list; none if the field is not there. */
    public List<JsonObject> objects(String name) {
        return list(name, JsonObject.class);
    }

    private <T> List<T> list(String name, Class<T> kind) {
        List<?> items = find(name, List.class).orElse(List.of());
        return items.stream().map(item -> cast(name, item, kind)).toList();
    }

    private <T> Optional<T> find(String name, Class<T> kind) {
        return Optional.ofNullable(fields.get(name)).map(value -> cast(name, value, kind));
    }

    private static <T> T cast(String name, @Nullable Object value, Class<T> kind) {
        if (!kind.isInstance(value)) {
            throw new IllegalArgumentException(
                    "the field '" + name + "' is not of the expected kind");
        }
        return kind.cast(value);
    }

    private static IllegalArgumentException missing(String name) {
        return new IllegalArgumentException("there is no field '" + name + "'");
    }

    private static JsonObject object(JsonParser json, int depth) {
        require(depth <= DEPTH_MAX, "the JSON is nested too deeply");
        var fields = new LinkedHashMap<String, Object>();
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            JsonToken token = json.nextToken();
            if (token != JsonToken.VALUE_NULL) {
                require(
                        fields.put(name, value(json, depth)) == null,
                        "the field '" + name + "' is there twice");
            }
        }
        return new JsonObject(fields);
    }

    private static Object value(JsonParser json, int depth) {
        JsonToken token = json.currentToken();
        if (token == JsonToken.VALUE_STRING) {
            return json.getString();
        } else if (token == JsonToken.VALUE_NUMBER_INT) {
            return json.getLongValue();
        } else if (token == JsonToken.VALUE_NUMBER_FLOAT) {
            return json.getDoubleValue();
        } else if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
            return json.getBooleanValue();
        } else if (token == JsonToken.START_OBJECT) {
            return object(json, depth + 1);
        }
        require(token == JsonToken.START_ARRAY, "the JSON has a value that has no place in it");
        require(depth < DEPTH_MAX, "the JSON is nested too deeply");
        var items = new ArrayList<Object>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(json, depth + 1));
        }
        return items;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** Its fields' names only. */
    @Override
    public String toString() {
        return "JSON object with " + fields.keySet();
    }
}

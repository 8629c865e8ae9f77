package holdfast.state;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON as maps, lists, texts, {@link JsonNumber}s, booleans and nulls, in the order in which it was written: what nobody here knows
 * is kept as it came.
 */
final class JsonTree {
    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNumberLength(1_000).build())
                    .build();

    private JsonTree() {}

    /**
     * Reads one JSON object.
     *
     * @throws IllegalArgumentException with a reason for people, if it is none
     */
    static Map<String, @Nullable Object> object(byte[] text) {
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("it does not begin with '{'");
            }
            Map<String, @Nullable Object> object = members(json);
            if (json.nextToken() != null) {
                throw new IllegalArgumentException("something follows its last '}'");
            }
            return object;
        } catch (JacksonException e) {
            // Where it began to be read is nothing that people can look at.
            String why = e.getOriginalMessage().replaceFirst(" \\(start marker at .*", "");
            throw new IllegalArgumentException(why, e);
        }
    }

    private static Map<String, @Nullable Object> members(JsonParser json) {
        var members = new LinkedHashMap<String, @Nullable Object>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            members.put(name, value(json, json.nextToken()));
        }
        return members;
    }

    private static @Nullable Object value(JsonParser json, JsonToken token) {
        return switch (token) {
            case START_OBJECT -> members(json);
            case START_ARRAY -> {
                var items = new ArrayList<@Nullable Object>();
                for (JsonToken next = json.nextToken();
                        next != JsonToken.END_ARRAY;
                        next = json.nextToken()) {
                    items.add(value(json, next));
                }
                yield items;
            }
            case VALUE_STRING -> json.getString();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(json.getString());
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new IllegalArgumentException("unexpected " + token);
        };
    }

    /** For people: indented, in the order of the tree. */
    static byte[] pretty(@Nullable Object value) {
        var text = new StringBuilder();
        new JsonPrinter(text).print(value, 0);
        return text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }

    /** For digests: without white space, members by name. */
    static byte[] canonical(@Nullable Object value) {
        return written(value, TreeMap::new);
    }

    /** For programs: without white space, in the order of the tree. */
    static String compact(@Nullable Object value) {
        return new String(written(value, members -> members), StandardCharsets.UTF_8);
    }

    private static byte[] written(
            @Nullable Object value, UnaryOperator<Map<String, @Nullable Object>> order) {
        var bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
            write(json, value, order);
        }
        return bytes.toByteArray();
    }

    private static void write(
            JsonGenerator json,
            @Nullable Object value,
            UnaryOperator<Map<String, @Nullable Object>> order) {
        switch (value) {
            case null -> json.writeNull();
            case Map<?, ?> map -> {
                json.writeStartObject();
                var members = new LinkedHashMap<String, @Nullable Object>();
                map.forEach((name, member) -> members.put((String) name, member));
                order.apply(members)
                        .forEach((name, member) -> {
                            json.writeName(name);
                            write(json, member, order);
                        });
                json.writeEndObject();
            }
            case List<?> list -> {
                json.writeStartArray();
                list.forEach(item -> write(json, item, order));
                json.writeEndArray();
            }
            case String text -> json.writeString(text);
            case JsonNumber number -> json.writeNumber(number.text());
            case Boolean truth -> json.writeBoolean(truth);
            default -> throw new IllegalArgumentException("not JSON: " + value.getClass());
        }
    }
}

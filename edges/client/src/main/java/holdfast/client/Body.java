package holdfast.client;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes the JSON of requests. */
final class Body {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int MILLIS_DIGITS = 3;

    private Body() {}

    static byte[] object(Consumer<JsonGenerator> fields) {
        var bytes = new ByteArrayOutputStream(256);
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            fields.accept(json);
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    static void map(JsonGenerator json, String name, Map<String, String> map) {
        json.writeObjectPropertyStart(name);
        map.forEach(json::writeStringProperty);
        json.writeEndObject();
    }

    static void texts(JsonGenerator json, String name, Iterable<String> texts) {
        json.writeArrayPropertyStart(name);
        texts.forEach(json::writeString);
        json.writeEndArray();
    }

    static <T> void objects(
            JsonGenerator json,
            String name,
            Iterable<T> items,
            BiConsumer<JsonGenerator, T> fields) {
        json.writeArrayPropertyStart(name);
        for (T item : items) {
            json.writeStartObject();
            fields.accept(json, item);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static void seconds(JsonGenerator json, String name, Duration duration) {
        json.writeName(name);
        json.writeNumber(BigDecimal.valueOf(duration.toMillis(), MILLIS_DIGITS));
    }
}

package holdfast.server;

import holdfast.model.StoreTime;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes JSON. */
final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int MILLIS_PER_SECOND = 1_000;

    private Json() {}

    static byte[] object(Consumer<JsonGenerator> fields) {
        var bytes = new ByteArrayOutputStream(1_024);
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            fields.accept(json);
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    /** Each item writes the fields of an object. */
    static <T> void array(
            JsonGenerator json, String name, List<T> items, BiConsumer<JsonGenerator, T> fields) {
        json.writeArrayPropertyStart(name);
        for (T item : items) {
            json.writeStartObject();
            fields.accept(json, item);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static void texts(JsonGenerator json, String name, Iterable<String> texts) {
        json.writeArrayPropertyStart(name);
        texts.forEach(json::writeString);
        json.writeEndArray();
    }

    static void map(JsonGenerator json, String name, Map<String, String> map) {
        json.writeObjectPropertyStart(name);
        map.forEach(json::writeStringProperty);
        json.writeEndObject();
    }

    static void textIfAny(JsonGenerator json, String name, @Nullable String text) {
        if (text != null) {
            json.writeStringProperty(name, text);
        }
    }

    /** Never below zero, with whole milliseconds. */
    static void seconds(JsonGenerator json, String name, Duration duration) {
        long millis = Math.max(0, duration.toMillis());
        json.writeName(name);
        json.writeNumber(millis / MILLIS_PER_SECOND + "." + digits(millis % MILLIS_PER_SECOND));
    }

    private static String digits(long millis) {
        return Long.toString(MILLIS_PER_SECOND + millis).substring(1);
    }

    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    static String time(StoreTime time) {
        return Timestamp.of(time.instant());
    }
}

package holdfast.cli;

import holdfast.model.StoreTime;
import java.io.PrintStream;
import java.io.StringWriter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Prints one JSON value a line. */
final class Json {
    private Json() {}

    static void print(PrintStream out, Consumer<JsonGenerator> value) {
        var text = new StringWriter();
        try (JsonGenerator json =
                new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            value.accept(json);
        }
        out.println(text);
    }

    static void printObject(PrintStream out, Consumer<JsonGenerator> fields) {
        print(
                out,
                json -> {
                    json.writeStartObject();
                    fields.accept(json);
                    json.writeEndObject();
                });
    }

    /** Each item writes the fields of an object. */
    static <T> void printArray(
            PrintStream out, List<T> items, BiConsumer<JsonGenerator, T> fields) {
        print(
                out,
                json -> {
                    json.writeStartArray();
                    writeObjects(json, items, fields);
                    json.writeEndArray();
                });
    }

    static <T> void writeArray(
            JsonGenerator json, String name, List<T> items, BiConsumer<JsonGenerator, T> fields) {
        json.writeArrayPropertyStart(name);
        writeObjects(json, items, fields);
        json.writeEndArray();
    }

    private static <T> void writeObjects(
            JsonGenerator json, List<T> items, BiConsumer<JsonGenerator, T> fields) {
        for (T item : items) {
            json.writeStartObject();
            fields.accept(json, item);
            json.writeEndObject();
        }
    }

    static void writeMap(JsonGenerator json, String name, Map<String, String> map) {
        json.writeObjectPropertyStart(name);
        map.forEach(json::writeStringProperty);
        json.writeEndObject();
    }

    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    static String time(StoreTime time) {
        return time.instant().truncatedTo(ChronoUnit.MILLIS).toString();
    }
}

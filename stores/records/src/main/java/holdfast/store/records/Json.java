package holdfast.store.records;

import holdfast.store.StoreException;
import java.io.StringWriter;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes one JSON object, or reads one back. The streaming part of Jackson alone: it starts fast and needs no reflection. */
final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int USUAL_LENGTH = 512;

    private Json() {}

    static String write(Consumer<JsonGenerator> fields) {
        var text = new StringWriter(USUAL_LENGTH);
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            fields.accept(json);
            json.writeEndObject();
        }
        return text.toString();
    }

    /** @param what is read, for the message when it cannot be */
    static <T> T read(String what, String text, Function<Fields, T> reader) {
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            Fields fields = Fields.parse(json);
            T value = reader.apply(fields);
            fields.checkAllRead(what);
            return value;
        } catch (JacksonException | IllegalArgumentException | ArithmeticException e) {
            // The model refuses what breaks its rules, and nothing that breaks them was ever
            // written by us.
            throw new StoreException.Corrupted(
                    "a stored " + what + " cannot be read: " + e.getMessage(), e);
        }
    }
}

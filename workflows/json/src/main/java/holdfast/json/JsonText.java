package holdfast.json;

import java.io.StringWriter;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes a JSON object as one line of text. */
public final class JsonText {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int USUAL_LENGTH = 512;

    private JsonText() {}

    public static String object(Consumer<JsonGenerator> fields) {
        var text = new StringWriter(USUAL_LENGTH);
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            fields.accept(json);
            json.writeEndObject();
        }
        return text.toString();
    }

    /** A field that is an object of texts. */
    public static void texts(JsonGenerator json, String name, Map<String, String> texts) {
        json.writeObjectPropertyStart(name);
        texts.forEach(json::writeStringProperty);
        json.writeEndObject();
    }
}

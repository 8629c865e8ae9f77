package holdfast.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads an array of objects, as a program that gets the output would. */
final class JsonObjects {
    private JsonObjects() {}

    static List<Map<String, Object>> read(String text) {
        var objects = new ArrayList<Map<String, Object>>();
        try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
            expect(json.nextToken(), JsonToken.START_ARRAY);
            while (json.nextToken() == JsonToken.START_OBJECT) {
                objects.add(object(json));
            }
            expect(json.currentToken(), JsonToken.END_ARRAY);
        }
        return objects;
    }

    private static Map<String, Object> object(JsonParser json) {
        var fields = new LinkedHashMap<String, Object>();
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            fields.put(
                    name,
                    switch (json.nextToken()) {
                        case VALUE_STRING -> json.getString();
                        case VALUE_NUMBER_INT -> json.getLongValue();
                        case START_OBJECT -> object(json);
                        default -> throw new AssertionError(name + " is " + json.currentToken());
                    });
        }
        return fields;
    }

    private static void expect(JsonToken found, JsonToken wanted) {
        if (found != wanted) {
            throw new AssertionError("found " + found + " instead of " + wanted);
        }
    }
}

package holdfast.cli;

import holdfast.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Takes a list out of a JSON object with its items as they were written, to the letter: a hash may have been made of them. */
final class JsonItems {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonItems() {}

    /** None if there is no list of this name. */
    static List<String> of(String object, String list) {
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), object)) {
            json.nextToken();
            for (String name = json.nextName(); name != null; name = json.nextName()) {
                JsonToken value = json.nextToken();
                if (name.equals(list) && value == JsonToken.START_ARRAY) {
                    return items(json, object);
                }
                json.skipChildren();
            }
            return List.of();
        } catch (JacksonException e) {
            throw new StoreException.Corrupted("the server's answer is no JSON", e);
        }
    }

    private static List<String> items(JsonParser json, String text) {
        var items = new ArrayList<String>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            int from = Math.toIntExact(json.currentTokenLocation().getCharOffset());
            json.skipChildren();
            int last = Math.toIntExact(json.currentLocation().getCharOffset());
            items.add(text.substring(from, last));
        }
        return items;
    }
}

package holdfast.server;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** What a route answers. */
record Reply(int status, String mediaType, byte[] body, Map<String, String> headers) {
    static final String JSON = "application/json";

    Reply {
        headers = Map.copyOf(headers);
    }

    static Reply json(int status, Consumer<JsonGenerator> fields) {
        return new Reply(status, JSON, Json.object(fields), Map.of());
    }

    /** What was said before, in the words of then. */
    static Reply again(String json) {
        return new Reply(Statuses.OK, JSON, json.getBytes(StandardCharsets.UTF_8), Map.of());
    }

    static Reply elsewhere(String path) {
        return new Reply(Statuses.SEE_OTHER, JSON, new byte[0], Map.of("Location", path));
    }

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    Reply withHeader(String name, String value) {
        var more = new HashMap<>(headers);
        more.put(name, value);
        return new Reply(status, mediaType, body, more);
    }
}

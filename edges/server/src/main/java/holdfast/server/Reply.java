package holdfast.server;

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

    Reply withHeader(String name, String value) {
        var more = new HashMap<>(headers);
        more.put(name, value);
        return new Reply(status, mediaType, body, more);
    }
}

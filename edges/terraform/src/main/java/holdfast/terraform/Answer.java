package holdfast.terraform;

import java.io.StringWriter;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** What a request is answered. Terraform shows no more than the status; OpenTofu's logs and people with curl see the rest. */
record Answer(int status, String body, Map<String, String> headers) {
    static Answer ok() {
        return new Answer(200, "", Map.of());
    }

    /** The response is on its way already. */
    static Answer sent() {
        return new Answer(0, "", Map.of());
    }

    boolean isSent() {
        return status == 0;
    }

    /** Held by another: the one answer whose body the client reads. */
    static Answer locked(LockInfo holder) {
        return new Answer(423, holder.toJson(), Map.of());
    }

    static Answer problem(int status, String message) {
        var text = new StringWriter();
        try (JsonGenerator json =
                new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("error", message);
            json.writeEndObject();
        }
        return new Answer(status, text.toString(), Map.of());
    }

    Answer with(String header, String value) {
        return new Answer(status, body, Map.of(header, value));
    }
}

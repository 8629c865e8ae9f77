package holdfast.server;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes server-sent events. */
final class EventStream implements AutoCloseable {
    static final String MEDIA_TYPE = "text/event-stream";

    private final OutputStream out;
    private boolean gone;

    EventStream(OutputStream out) {
        this.out = out;
    }

    /** @param retryMillis how soon a client that was cut off comes back */
    static EventStream open(ServerResponse response, int retryMillis) {
        EventStream stream = begun(response);
        stream.write("retry: " + retryMillis + "\n\n");
        return stream;
    }

    /** @param id from where a client goes on that is cut off before it has heard of anything */
    static EventStream open(ServerResponse response, int retryMillis, String id) {
        EventStream stream = begun(response);
        stream.write("retry: " + retryMillis + "\nid: " + id + "\n\n");
        return stream;
    }

    private static EventStream begun(ServerResponse response) {
        response.status(Status.OK_200);
        response.header(HeaderValues.create(HeaderNames.CONTENT_TYPE, MEDIA_TYPE));
        response.header(HeaderValues.create(HeaderNames.CACHE_CONTROL, "no-store"));
        response.header("X-Accel-Buffering", "no");
        return new EventStream(response.outputStream());
    }

    void event(String type, @Nullable String id, Consumer<JsonGenerator> fields) {
        String data = new String(Json.object(fields), StandardCharsets.UTF_8);
        write(
                (id == null ? "" : "id: " + id + "\n")
                        + "event: "
                        + type
                        + "\ndata: "
                        + data
                        + "\n\n");
    }

    /** Shows both sides that the other is there. */
    void alive() {
        write(": alive\n\n");
    }

    /** The same, and how far the client has heard everything: it keeps an id also if it comes without data. */
    void alive(String id) {
        write(": alive\nid: " + id + "\n\n");
    }

    private void write(String text) {
        try {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException | RuntimeException e) {
            gone = true;
            throw new CloseConnectionException("whoever listened is gone", e);
        }
    }

    @Override
    public void close() {
        if (gone) {
            return;
        }
        try {
            out.close();
        } catch (IOException | RuntimeException e) {
            throw new CloseConnectionException("whoever listened is gone", e);
        }
    }
}

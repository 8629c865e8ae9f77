package holdfast.client;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Carries one request to a server and its answer back. Safe for use by many threads. */
interface Transport extends AutoCloseable {
    /**
     * @throws NotSent if the server cannot have seen the request
     * @throws IOException if it may have done what it was asked to
     */
    Answer send(Message message) throws IOException, InterruptedException;

    @Override
    void close();

    /**
     * @param body empty for none
     * @param repeats whether it may be sent twice
     */
    record Message(
            URI uri,
            String method,
            Map<String, String> headers,
            Optional<byte[]> body,
            Duration timeout,
            Request.Repeats repeats) {}

    /** What a server said. */
    record Answer(int status, byte[] body, Optional<String> retryAfter) {}

    /** Nobody heard the request. */
    final class NotSent extends IOException {
        private static final long serialVersionUID = 1;

        NotSent(String message, Throwable cause) {
            super(message, cause);
        }
    }
}

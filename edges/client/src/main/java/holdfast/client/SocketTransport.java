package holdfast.client;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 over sockets and no more of it than the servers speak, for processes that end in a moment: the JDK's client would take longer to
 * load than everything else that they do. Keeps connections for the next request.
 */
final class SocketTransport implements Transport {
    private static final int IDLE_MAX = 4;

    private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();
    private final Optional<SSLContext> tls;
    private volatile boolean closed;

    SocketTransport(Optional<SSLContext> tls) {
        this.tls = tls;
    }

    @Override
    public Answer send(Message message) throws IOException, InterruptedException {
        try {
            // One that the server may have closed is not for what must not be sent twice.
            boolean maySendTwice = message.repeats() == Request.Repeats.UNTIL_ANSWERED;
            Connection known = maySendTwice ? idleTo(message.uri()) : null;
            if (known != null) {
                try {
                    return exchange(known, message);
                } catch (Stale e) {
                    // The server had closed it meanwhile.
                }
            }
            return exchange(Connection.open(message.uri(), tls), message);
        } catch (ClosedByInterruptException e) {
            Thread.interrupted();
            var interrupted = new InterruptedException("while a server was asked");
            interrupted.initCause(e);
            throw interrupted;
        }
    }

    private @Nullable Connection idleTo(URI uri) {
        for (Connection connection = idle.poll(); connection != null; connection = idle.poll()) {
            if (connection.leadsTo(uri)) {
                return connection;
            }
            connection.close();
        }
        return null;
    }

    /** A connection that ended before an answer began. */
    private static final class Stale extends IOException {
        private static final long serialVersionUID = 1;

        Stale(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }

    private Answer exchange(Connection connection, Message message) throws IOException {
        boolean done = false;
        try {
            connection.allow(message.timeout());
            String status = firstLine(connection, bytes(message));
            Map<String, String> headers = connection.headers();
            byte[] body = connection.body(headers);
            done = true;
            if (closed
                    || "close".equalsIgnoreCase(headers.get("connection"))
                    || idle.size() >= IDLE_MAX) {
                connection.close();
            } else {
                idle.push(connection);
            }
            return new Answer(
                    statusOf(status), body, Optional.ofNullable(headers.get("retry-after")));
        } finally {
            if (!done) {
                connection.close();
            }
        }
    }

    private static String firstLine(Connection connection, byte[] request) throws IOException {
        try {
            connection.write(request);
            return connection.line();
        } catch (SocketTimeoutException | ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            Optional<String> trouble = TlsTrouble.of(e);
            if (trouble.isPresent()) {
                // A server looks at the client's certificate after the client is done with TLS.
                throw new NotSent(Connection.insecure(connection.uri(), trouble.get()), e);
            }
            if (connection.isUsed()) {
                throw new Stale(e);
            }
            throw connection.isSecure() ? TlsTrouble.explained(e) : e;
        }
    }

    /** Such as {@code HTTP/1.1 200 OK}. */
    private static int statusOf(String line) throws IOException {
        String[] words = line.split(" ", 3);
        if (words.length < 2 || !words[0].startsWith("HTTP/1.") || !words[1].matches("\\d{3}")) {
            throw new IOException("it does not speak HTTP/1.1");
        }
        return Integer.parseInt(words[1]);
    }

    private static byte[] bytes(Message message) {
        URI uri = message.uri();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        var head =
                new StringBuilder(256)
                        .append(message.method())
                        .append(' ')
                        .append(uri.getRawPath())
                        .append(query)
                        .append(" HTTP/1.1\r\nHost: ")
                        .append(uri.getRawAuthority())
                        .append("\r\n");
        message.headers()
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        byte[] body = message.body().orElse(new byte[0]);
        if (body.length > 0 || !message.method().equals("GET")) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        byte[] start = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
        byte[] all = Arrays.copyOf(start, start.length + body.length);
        System.arraycopy(body, 0, all, start.length, body.length);
        return all;
    }

    @Override
    public void close() {
        closed = true;
        for (Connection connection = idle.poll(); connection != null; connection = idle.poll()) {
            connection.close();
        }
    }
}

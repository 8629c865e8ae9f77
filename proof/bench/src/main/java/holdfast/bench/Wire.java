package holdfast.bench;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One connection over HTTP, by hand: whatever a client library does would be measured with the server. */
final class Wire implements AutoCloseable {
    private static final String LENGTH = "content-length:";

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    Wire(int port) throws IOException {
        this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        this.in = new BufferedInputStream(socket.getInputStream());
        this.out = socket.getOutputStream();
    }

    record Answer(int status, String body) {
        /** A text field of a JSON object, found without reading the rest. */
        String field(String name) {
            String mark = "\"" + name + "\":\"";
            int start = body.indexOf(mark) + mark.length();
            return body.substring(start, body.indexOf('"', start));
        }
    }

    static byte[] request(String method, String path, String body) {
        return request(method, path, body, "");
    }

    /** @param headers each with its line end */
    static byte[] request(String method, String path, String body, String headers) {
        return (method
                        + " "
                        + path
                        + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + headers
                        + "Content-Length: "
                        + body.length()
                        + "\r\n\r\n"
                        + body)
                .getBytes(StandardCharsets.US_ASCII);
    }

    Answer call(byte[] request) throws IOException {
        send(request);
        return receive();
    }

    void send(byte[] request) throws IOException {
        out.write(request);
    }

    Answer receive() throws IOException {
        String status = line();
        int length = 0;
        for (String line = line(); !line.isEmpty(); line = line()) {
            String lower = line.toLowerCase(Locale.ROOT);
            if (lower.startsWith(LENGTH)) {
                length = Integer.parseInt(lower.substring(LENGTH.length()).strip());
            }
        }
        byte[] body = in.readNBytes(length);
        return new Answer(
                Integer.parseInt(status.split(" ")[1]), new String(body, StandardCharsets.UTF_8));
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

package holdfast.client;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** One connection to a server, of which one request at a time makes use. An interrupt closes it. */
final class Connection {
    private static final int CONNECTING_TAKES_MILLIS = 3_000;
    private static final int HEAD_MAX = 16 * 1024;
    private static final int BUFFERED = 16 * 1024;

    /** More than the largest state that servers keep by default. */
    private static final int BODY_MAX = 1024 * 1024 * 1024;

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;
    private static final int DECIMAL = 10;
    private static final int HEX = 16;

    private final URI uri;
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    /** How much of an answer's head was read. */
    private int headLength;

    private int requests;
    private long deadline;

    private Connection(URI uri, Socket socket) throws IOException {
        this.uri = uri;
        this.socket = socket;
        this.in = new BufferedInputStream(new Timed(socket.getInputStream()));
        this.out = socket.getOutputStream();
    }

    static Connection open(URI uri, Optional<SSLContext> tls) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.socket().connect(address(uri), CONNECTING_TAKES_MILLIS);
            channel.socket().setTcpNoDelay(true);
            return new Connection(
                    uri, isSecure(uri) ? secured(channel.socket(), uri, tls) : channel.socket());
        } catch (ClosedByInterruptException e) {
            channel.close();
            throw e;
        } catch (IOException e) {
            channel.close();
            throw new Transport.NotSent(
                    TlsTrouble.of(e)
                            .map(trouble -> insecure(uri, trouble))
                            .orElse(
                                    "no connection to "
                                            + uri.getAuthority()
                                            + ": "
                                            + e.getMessage()),
                    e);
        }
    }

    static String insecure(URI uri, String trouble) {
        return "no secure connection to " + uri.getAuthority() + ": " + trouble;
    }

    private static boolean isSecure(URI uri) {
        return uri.getScheme().equalsIgnoreCase("https");
    }

    private static InetSocketAddress address(URI uri) throws IOException {
        int port = uri.getPort() >= 0 ? uri.getPort() : isSecure(uri) ? HTTPS_PORT : HTTP_PORT;
        var address = new InetSocketAddress(host(uri), port);
        if (address.isUnresolved()) {
            throw new IOException("the host is not known");
        }
        return address;
    }

    private static String host(URI uri) {
        return uri.getHost().replaceAll("[\\[\\]]", "");
    }

    private static Socket secured(Socket plain, URI uri, Optional<SSLContext> tls)
            throws IOException {
        SSLSocketFactory factory =
                tls.map(SSLContext::getSocketFactory)
                        .orElseGet(() -> (SSLSocketFactory) SSLSocketFactory.getDefault());
        var secured = (SSLSocket) factory.createSocket(plain, host(uri), plain.getPort(), true);
        var parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        plain.setSoTimeout(CONNECTING_TAKES_MILLIS);
        secured.startHandshake();
        return secured;
    }

    URI uri() {
        return uri;
    }

    boolean leadsTo(URI other) {
        return uri.getScheme().equalsIgnoreCase(other.getScheme())
                && uri.getRawAuthority().equals(other.getRawAuthority());
    }

    boolean isSecure() {
        return isSecure(uri);
    }

    /** Whether an earlier request has used it, so that the server may have closed it since. */
    boolean isUsed() {
        return requests > 1;
    }

    /** The next answer must have come by then. */
    void allow(Duration time) {
        requests++;
        headLength = 0;
        deadline = System.nanoTime() + time.toNanos();
    }

    /** What does not fit into the buffers of both sides waits for the server to read: no longer than until the deadline. */
    void write(byte[] bytes) throws IOException {
        if (bytes.length <= BUFFERED) {
            out.write(bytes);
            out.flush();
            return;
        }
        Thread watch = Thread.ofVirtual().name("holdfast-writing").start(this::closeInTime);
        try {
            out.write(bytes);
            out.flush();
        } catch (IOException e) {
            if (System.nanoTime() - deadline < 0) {
                throw e;
            }
            var late = new SocketTimeoutException("the server does not read what it is sent");
            late.initCause(e);
            throw late;
        } finally {
            watch.interrupt();
        }
    }

    private void closeInTime() {
        try {
            TimeUnit.NANOSECONDS.sleep(deadline - System.nanoTime());
            close();
        } catch (InterruptedException e) {
            // All is written.
        }
    }

    /** Waits for every byte no longer than until the deadline. */
    private final class Timed extends InputStream {
        private final InputStream source;

        Timed(InputStream source) {
            this.source = source;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new SocketTimeoutException("no answer in time");
            }
            socket.setSoTimeout((int) Math.min(left, Integer.MAX_VALUE));
            return source.read(bytes, from, length);
        }
    }

    String line() throws IOException {
        var line = new ByteArrayOutputStream(64);
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection ended");
            }
            if (++headLength > HEAD_MAX) {
                throw new IOException("the head of the answer is too long");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }

    /** By their names in small letters. */
    Map<String, String> headers() throws IOException {
        Map<String, String> headers = new HashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.put(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
        }
        return headers;
    }

    byte[] body(Map<String, String> headers) throws IOException {
        if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
            return chunks();
        }
        return bytes(number(headers.getOrDefault("content-length", "0"), DECIMAL));
    }

    private byte[] chunks() throws IOException {
        var all = new ByteArrayOutputStream();
        while (true) {
            int size = number(line().split(";", 2)[0].strip(), HEX);
            all.write(bytes(size));
            if (size == 0) {
                headers();
                return all.toByteArray();
            }
            line();
            if (all.size() > BODY_MAX) {
                throw new IOException("the answer is too long");
            }
        }
    }

    private static int number(String text, int radix) throws IOException {
        try {
            int number = Integer.parseInt(text, radix);
            if (number >= 0 && number <= BODY_MAX) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new IOException("the answer says that it is '" + text + "' long");
    }

    private byte[] bytes(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the answer ended too early");
        }
        return bytes;
    }

    void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // Nothing is read from it any more.
        }
    }
}

package holdfast.store.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Stands between a client and a server on loopback, for any protocol over TCP, and fails as a test asks: it loses what the
 * server answers, cuts connections, or takes no new ones.
 */
public final class FaultyProxy implements AutoCloseable {
    private static final int BUFFER = 65_536;

    private final InetSocketAddress server;
    private final ServerSocket door;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile Answers answers = Answers.PASSED;
    private volatile CountDownLatch met = new CountDownLatch(1);

    /** What becomes of the next answer. */
    private enum Answers {
        PASSED,
        /** It is thrown away, and both sides of the connection are cut. */
        CUT,
        /** It is thrown away, and so is all that follows; the connection stays. */
        SWALLOWED
    }

    private FaultyProxy(int port) throws IOException {
        server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::welcome);
    }

    /** @param port of the server on loopback */
    public static FaultyProxy before(int port) {
        try {
            return new FaultyProxy(port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return door.getLocalPort();
    }

    /** The next bytes that the server sends are lost, and the connection with them: its client cannot know what was done. */
    public void cutAtTheNextAnswer() {
        met = new CountDownLatch(1);
        answers = Answers.CUT;
    }

    /** From the next bytes on, nothing that the server sends arrives, although nobody hangs up. */
    public void swallowAnswers() {
        met = new CountDownLatch(1);
        answers = Answers.SWALLOWED;
    }

    public void passAnswers() {
        answers = Answers.PASSED;
    }

    /** Whether the server has answered into the void within this time. */
    public boolean hasLostAnAnswer(long millis) {
        try {
            return met.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Hangs up on everybody; who calls again is served. */
    public void cutAll() {
        open.forEach(FaultyProxy::hangUp);
        open.clear();
    }

    private void welcome() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                var upstream = new Socket();
                open.add(client);
                open.add(upstream);
                try {
                    upstream.connect(server);
                } catch (IOException e) {
                    hangUp(client);
                    continue;
                }
                Thread.ofVirtual().start(() -> passOn(client, upstream));
                Thread.ofVirtual().start(() -> passBack(upstream, client));
            } catch (IOException e) {
                // The door was closed: there is nobody to tell.
            }
        }
    }

    private void passOn(Socket client, Socket upstream) {
        var buffer = new byte[BUFFER];
        try {
            for (int size = client.getInputStream().read(buffer);
                    size >= 0;
                    size = client.getInputStream().read(buffer)) {
                upstream.getOutputStream().write(buffer, 0, size);
            }
        } catch (IOException e) {
            // One of the two hung up: so does the other.
        }
        hangUp(client);
        hangUp(upstream);
    }

    private void passBack(Socket upstream, Socket client) {
        var buffer = new byte[BUFFER];
        try {
            for (int size = upstream.getInputStream().read(buffer);
                    size >= 0;
                    size = upstream.getInputStream().read(buffer)) {
                switch (answers) {
                    case PASSED -> client.getOutputStream().write(buffer, 0, size);
                    case SWALLOWED -> met.countDown();
                    case CUT -> {
                        answers = Answers.PASSED;
                        met.countDown();
                        hangUp(client);
                        hangUp(upstream);
                        return;
                    }
                }
            }
        } catch (IOException e) {
            // One of the two hung up: so does the other.
        }
        hangUp(client);
        hangUp(upstream);
    }

    private static void hangUp(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cutAll();
    }
}

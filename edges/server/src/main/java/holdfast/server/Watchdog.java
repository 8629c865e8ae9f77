package holdfast.server;

import io.helidon.http.HttpPrologue;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Cuts connections off whose request takes too long: which never ask anything, be it that they do not even come to terms about TLS; whose
 * headers or body come byte by byte; or whose answer nobody reads. The web server itself only ends those that are silent between
 * requests. Each connection has one thread for all it does; interrupting it closes the connection. Safe for use by many threads.
 */
final class Watchdog implements Http1ConnectionListener, AutoCloseable {
    private final long patienceNanos;
    private final long pauseNanos;

    /** When each connection's request, or its silence after one, began. */
    private final Map<Thread, Long> began = new ConcurrentHashMap<>();

    /** Connections on which nothing was asked yet. */
    private final Map<Ends, Silent> silent = new ConcurrentHashMap<>();

    private final Thread watching;

    /** What tells one connection from all others that are open. */
    private record Ends(SocketAddress here, SocketAddress there) {}

    private record Silent(Socket socket, long since) {}

    Watchdog(Duration patience, Duration pause) {
        this.patienceNanos = patience.toNanos();
        this.pauseNanos = pause.toNanos();
        this.watching = Thread.ofVirtual().name("holdfast-watchdog").start(this::watch);
    }

    /** A connection was taken, before anything is read from it. */
    void accepted(Socket socket) {
        silent.put(
                new Ends(socket.getLocalSocketAddress(), socket.getRemoteSocketAddress()),
                new Silent(socket, System.nanoTime()));
    }

    @Override
    public void prologue(ConnectionContext connection, HttpPrologue prologue) {
        if (began.put(Thread.currentThread(), System.nanoTime()) == null) {
            silent.remove(
                    new Ends(connection.localPeer().address(), connection.remotePeer().address()));
        }
    }

    /** Something has come to its end on this thread's connection: the time counts anew. */
    void progress() {
        began.put(Thread.currentThread(), System.nanoTime());
    }

    private void watch() {
        try {
            while (true) {
                TimeUnit.NANOSECONDS.sleep(pauseNanos);
                long now = System.nanoTime();
                began.entrySet().removeIf(entry -> isOver(entry.getKey(), entry.getValue(), now));
                silent.values().removeIf(one -> isOver(one, now));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private boolean isOver(Thread connection, long since, long now) {
        if (!connection.isAlive()) {
            return true;
        }
        if (now - since > patienceNanos) {
            connection.interrupt();
            return true;
        }
        return false;
    }

    private boolean isOver(Silent one, long now) {
        if (one.socket().isClosed()) {
            return true;
        }
        if (now - one.since() > patienceNanos) {
            cut(one.socket());
            return true;
        }
        return false;
    }

    /** Elsewhere, since a good-bye over TLS may wait for who does not read it. */
    static void cut(Socket socket) {
        Thread.ofVirtual().start(() -> close(socket));
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is of no use any more in any case.
        }
    }

    @Override
    public void close() {
        watching.interrupt();
    }
}

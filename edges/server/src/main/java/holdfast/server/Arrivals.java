package holdfast.server;

import io.helidon.common.socket.SocketOptions;
import java.net.Socket;
import java.net.SocketOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The usual options of connections. They are set first of all, so this is where each connection is counted, and told to who watches it.
 * The web server's own count forgets to give back what connections had whose TLS handshake fails: so many of these, and it would take no
 * connection any more. Used by the one thread that takes connections.
 */
final class Arrivals implements SocketOptions {
    private static final long BETWEEN_LOOKS_MILLIS = 20;

    private final SocketOptions usual = SocketOptions.create();
    private final Crowd all;
    private final Crowds ofEach;
    private final Consumer<Socket> accepted;

    /** @param mostOfOne connections of one address; if it may have all, it waits for room as it would alone */
    Arrivals(int most, int mostOfOne, Consumer<Socket> accepted) {
        this.all = new Crowd(most);
        this.ofEach =
                new Crowds(mostOfOne < most ? mostOfOne : Integer.MAX_VALUE, System::nanoTime);
        this.accepted = accepted;
    }

    @Override
    public void configureSocket(Socket socket) {
        if (!ofEach.admits(socket)) {
            // To let it wait here would keep all others waiting behind it.
            Watchdog.cut(socket);
            throw new IllegalStateException("too many connections of one address");
        }
        awaitRoom();
        usual.configureSocket(socket);
        all.add(socket);
        accepted.accept(socket);
    }

    /** While there are too many, the next wait in the machine's own queue. */
    private void awaitRoom() {
        try {
            while (!all.hasRoom()) {
                TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the server stops", e);
        }
    }

    @Override
    public Map<SocketOption<?>, Object> socketOptions() {
        return usual.socketOptions();
    }

    @Override
    public Duration connectTimeout() {
        return usual.connectTimeout();
    }

    @Override
    public Duration readTimeout() {
        return usual.readTimeout();
    }

    @Override
    public Optional<Integer> socketReceiveBufferSize() {
        return usual.socketReceiveBufferSize();
    }

    @Override
    public Optional<Integer> socketSendBufferSize() {
        return usual.socketSendBufferSize();
    }

    @Override
    public boolean socketReuseAddress() {
        return usual.socketReuseAddress();
    }

    @Override
    public boolean socketKeepAlive() {
        return usual.socketKeepAlive();
    }

    @Override
    public boolean tcpNoDelay() {
        return usual.tcpNoDelay();
    }
}

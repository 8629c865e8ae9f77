package holdfast.server;

import io.helidon.common.socket.SocketOptions;
import java.net.Socket;
import java.net.SocketOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
    private static final int FEW = 64;
    private static final long BETWEEN_LOOKS_MILLIS = 20;

    private final SocketOptions usual = SocketOptions.create();
    private final int most;
    private final Consumer<Socket> accepted;

    /** Those that are open, and some that were. */
    private final List<Socket> open = new ArrayList<>();

    private int sweepAt = FEW;

    Arrivals(int most, Consumer<Socket> accepted) {
        this.most = most;
        this.accepted = accepted;
    }

    @Override
    public void configureSocket(Socket socket) {
        awaitRoom();
        usual.configureSocket(socket);
        open.add(socket);
        accepted.accept(socket);
    }

    /** While there are too many, the next wait in the machine's own queue. */
    private void awaitRoom() {
        try {
            if (open.size() >= Math.min(sweepAt, most)) {
                open.removeIf(Socket::isClosed);
                // Not for each, or a crowd would be counted anew with every one that comes.
                sweepAt = Math.max(FEW, 2 * open.size());
            }
            while (open.size() >= most) {
                TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
                open.removeIf(Socket::isClosed);
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

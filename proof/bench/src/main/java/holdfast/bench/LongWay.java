package holdfast.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A way to a server on loopback on which every answer takes as long as it would from some distance. */
final class LongWay implements AutoCloseable {
    private static final int BUFFER = 64 * 1_024;

    private final int port;
    private final Duration takes;
    private final ServerSocket door;

    LongWay(int port, Duration takes) throws IOException {
        this.port = port;
        this.takes = takes;
        this.door = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        Thread.startVirtualThread(this::open);
    }

    int port() {
        return door.getLocalPort();
    }

    private void open() {
        while (!door.isClosed()) {
            try {
                Socket caller = door.accept();
                var server = new Socket(InetAddress.getLoopbackAddress(), port);
                caller.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                Thread.startVirtualThread(() -> pass(caller, server, Duration.ZERO));
                Thread.startVirtualThread(() -> pass(server, caller, takes));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private static void pass(Socket from, Socket to, Duration late) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            var buffer = new byte[BUFFER];
            for (int size = in.read(buffer); size >= 0; size = in.read(buffer)) {
                LockSupport.parkNanos(late.toNanos());
                out.write(buffer, 0, size);
            }
        } catch (IOException e) {
            // Either side has gone.
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}

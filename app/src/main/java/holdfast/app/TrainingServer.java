package holdfast.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Answers like a server with one lock, as far as the training needs it: the classes of a real one are not for commands. */
final class TrainingServer implements AutoCloseable {
    private static final String LOCK =
            """
            {"lock_id":"lock_1_training_0a1b2c3d","resource":"training","mode":"exclusive","priority":"normal",
            "owner":"training","owner_id":"training","owner_facts":{"user":"training"},"token":1,"acquired_at":"NOW",
            "expires_at":"NOW","last_heartbeat":"NOW","reason":"","metadata":{},"state":"acquired","confirmed":true,
            "lease_seconds":60.000,"lease_left_seconds":60.000,"request_ids":["training"],"request_id":"training",
            "claims_left":0,"now":"NOW","locks":[],"requests":[],"freezes":[]}\
            """;

    private final ServerSocket socket;

    private TrainingServer(ServerSocket socket) {
        this.socket = socket;
    }

    static TrainingServer start() throws IOException {
        var server = new TrainingServer(new ServerSocket(0, 16, InetAddress.getLoopbackAddress()));
        Thread.ofVirtual().start(server::accept);
        return server;
    }

    String url() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket caller = socket.accept();
                Thread.ofVirtual().start(() -> answer(caller));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private static void answer(Socket caller) {
        try (caller) {
            var in =
                    new BufferedReader(
                            new InputStreamReader(
                                    caller.getInputStream(), StandardCharsets.ISO_8859_1));
            while (skipRequest(in)) {
                String body = LOCK.replace("NOW", Instant.now().toString());
                String head = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n";
                caller.getOutputStream().write((head + body).getBytes(StandardCharsets.ISO_8859_1));
            }
        } catch (IOException e) {
            // The caller has gone.
        }
    }

    private static boolean skipRequest(BufferedReader in) throws IOException {
        int length = 0;
        String line = in.readLine();
        for (; line != null && !line.isEmpty(); line = in.readLine()) {
            if (line.startsWith("Content-Length: ")) {
                length = Integer.parseInt(line.substring("Content-Length: ".length()));
            }
        }
        for (int i = 0; i < length; i++) {
            in.read();
        }
        return line != null;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

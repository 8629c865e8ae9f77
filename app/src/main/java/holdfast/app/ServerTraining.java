package holdfast.app;

import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Like {@link Training}, for the server: starts one, asks it a few things, and stops it. */
public final class ServerTraining {
    private static final int ATTEMPTS = 300;
    private static final long BETWEEN_ATTEMPTS_MILLIS = 100;

    private static final List<String> REQUESTS =
            List.of(
                    request("GET", "/readyz", ""),
                    request("POST", "/v1/locks", "{\"resource\":\"training\",\"lease_seconds\":1}"),
                    request("POST", "/v1/locks", "{\"resource\":\"training\"}"),
                    request("GET", "/v1/locks", ""));

    private ServerTraining() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Path folder = Path.of(args[0]);
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("HOLDFAST_STORE", "sqlite:" + folder.resolve("training/locks.db"));
        // Nothing of this is left where the user's own server keeps its trail.
        environment.put(
                "XDG_STATE_HOME", folder.resolve("training/state").toAbsolutePath().toString());
        int port = freePort();
        Thread serving =
                Thread.ofPlatform()
                        .start(() ->
                                Main.run(environment, "serve", "--port", Integer.toString(port)));
        for (String request : REQUESTS) {
            ask(port, request);
        }
        serving.interrupt();
        serving.join();
        System.exit(0); // threads of the web server may rest for minutes before they end
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String request(String method, String path, String body) {
        return method
                + " "
                + path
                + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + "Content-Type: application/json\r\nContent-Length: "
                + body.length()
                + "\r\n\r\n"
                + body;
    }

    /** As soon as the server is there. */
    private static void ask(int port, String request) throws IOException, InterruptedException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                OutputStream out = socket.getOutputStream();
                out.write(request.getBytes(StandardCharsets.US_ASCII));
                socket.getInputStream().readNBytes(1); // the answer has begun
                return;
            } catch (ConnectException e) {
                TimeUnit.MILLISECONDS.sleep(BETWEEN_ATTEMPTS_MILLIS);
            }
        }
        throw new IllegalStateException("the server does not answer");
    }
}

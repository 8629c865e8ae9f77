package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another process that opens many connections and says nothing. */
final class ManyConnections implements AutoCloseable {
    private static final String DONE = "connected";

    private final Process process;
    private final BufferedReader output;

    private ManyConnections(Process process) {
        this.process = process;
        this.output = process.inputReader();
    }

    static ManyConnections start(int port, int count) throws IOException {
        return new ManyConnections(
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                ManyConnections.class.getName(),
                                Integer.toString(port),
                                Integer.toString(count))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start());
    }

    void awaitAll() throws IOException {
        assertThat(output.readLine()).isEqualTo(DONE);
    }

    /** Takes the port and the number of connections, and keeps them until its input ends. */
    public static void main(String[] args) throws IOException {
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            sockets.add(new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])));
        }
        System.out.println(DONE);
        while (System.in.read() != -1) {
            // Until whoever started this is done.
        }
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}

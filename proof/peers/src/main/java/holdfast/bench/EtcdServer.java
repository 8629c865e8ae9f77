package holdfast.bench;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** One etcd as a process of its own, where the program is on the path or named by {@code HOLDFAST_ETCD}. */
final class EtcdServer implements AutoCloseable {
    private static final long PATIENCE_NANOS = Duration.ofSeconds(20).toNanos();

    private final int port;
    private final Process process;

    EtcdServer(Path data, List<Integer> ports) throws IOException {
        port = ports.getFirst();
        String peers = "http://127.0.0.1:" + ports.getLast();
        process =
                new ProcessBuilder(
                                program(),
                                "--data-dir=" + data,
                                "--listen-client-urls=" + url(),
                                "--advertise-client-urls=" + url(),
                                "--listen-peer-urls=" + peers,
                                "--initial-advertise-peer-urls=" + peers,
                                "--initial-cluster=default=" + peers)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!listens()) {
            if (System.nanoTime() > deadline || !process.isAlive()) {
                close();
                throw new IOException("etcd did not start");
            }
            LockSupport.parkNanos(50_000_000);
        }
    }

    private static String program() throws IOException {
        String given = System.getenv("HOLDFAST_ETCD");
        if (given != null) {
            return given;
        }
        String folders = System.getenv().getOrDefault("PATH", "");
        return Stream.of(folders.split(File.pathSeparator))
                .map(folder -> Path.of(folder, "etcd"))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElseThrow(() ->
                        new IOException(
                                "no etcd on the path (Debian's package is etcd-server), and HOLDFAST_ETCD names none"));
    }

    private boolean listens() {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}

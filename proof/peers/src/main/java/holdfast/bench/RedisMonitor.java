package holdfast.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Counts the commands that clients send. Those that a script calls do not count: {@code MONITOR} marks them. */
final class RedisMonitor {
    private static final int PATIENCE_SECONDS = 120;

    private final URI server;

    RedisMonitor(String url) {
        server = URI.create(url);
    }

    interface Work {
        void run() throws Exception;
    }

    /** How many commands arrive while the work is done, without the pings of idle connections. */
    long during(Work work) throws Exception {
        String end = UUID.randomUUID().toString();
        try (var socket = new Socket(server.getHost(), server.getPort());
                var reader =
                        new BufferedReader(
                                new InputStreamReader(
                                        socket.getInputStream(), StandardCharsets.UTF_8));
                var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            send(socket, "MONITOR");
            reader.readLine();
            Callable<Long> counting = () -> countUntil(end, reader);
            var counted = executor.submit(counting);
            work.run();
            try (var last = new Socket(server.getHost(), server.getPort())) {
                send(last, "ECHO " + end);
                return counted.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        }
    }

    private static void send(Socket socket, String command) throws IOException {
        socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    /** A line is {@code time [database address] "command" "argument" ...}; the address of a script is {@code lua}. */
    private static long countUntil(String end, BufferedReader reader) throws IOException {
        long count = 0;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            if (line.contains(end)) {
                return count;
            }
            String start = line.substring(0, Math.min(line.length(), 80)).toLowerCase(Locale.ROOT);
            if (!start.contains(" lua]") && !start.contains("\"ping\"")) {
                count++;
            }
        }
        throw new IOException("the monitor was cut off");
    }
}

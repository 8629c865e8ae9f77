package holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that answer, and not to the end. */
@ParameterizedClass
@ValueSource(strings = {"pooled", "sockets"})
@Timeout(60)
final class TransportTest {
    private final ServerSocket server = listening();
    private final List<Socket> taken = new CopyOnWriteArrayList<>();
    private final Transport transport;

    TransportTest(String name) {
        transport =
                name.equals("pooled")
                        ? new PooledTransport(Optional.empty())
                        : new SocketTransport(Optional.empty());
    }

    private static ServerSocket listening() {
        try {
            return new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void close() throws IOException {
        transport.close();
        for (Socket socket : taken) {
            socket.close();
        }
        server.close();
    }

    private void saying(String text) {
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        Socket socket = server.accept();
                        taken.add(socket);
                        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
                    } catch (IOException e) {
                        // The test is over.
                    }
                });
    }

    private Transport.Message message() {
        return message("GET", Request.Repeats.UNTIL_ANSWERED);
    }

    private Transport.Message message(String method, Request.Repeats repeats) {
        return new Transport.Message(
                URI.create("http://127.0.0.1:" + server.getLocalPort() + "/v1/locks"),
                method,
                Map.of(),
                Optional.empty(),
                Duration.ofMillis(300),
                repeats);
    }

    @Test
    void whoStopsInTheMiddleOfItsAnswerIsNotWaitedForWithoutEnd() {
        saying("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{");

        assertThatThrownBy(() -> transport.send(message()))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(Transport.NotSent.class);
    }

    @Test
    void whoSaysNothingIsNotWaitedForWithoutEnd() {
        saying("");

        assertThatThrownBy(() -> transport.send(message()))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(Transport.NotSent.class);
    }

    @Test
    void whereNobodyListensNothingWasSent() throws IOException {
        server.close();

        assertThatThrownBy(() -> transport.send(message())).isInstanceOf(Transport.NotSent.class);
    }

    /** A server that closes the second request unanswered, on whichever connection it comes. */
    @Test
    void whatMustNotBeSentTwiceIsNotSentTwice() throws Exception {
        var heard = new AtomicInteger();
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        while (true) {
                            Socket socket = server.accept();
                            taken.add(socket);
                            Thread.ofVirtual().start(() -> serve(socket, heard));
                        }
                    } catch (IOException e) {
                        // The test is over.
                    }
                });
        transport.send(message("POST", Request.Repeats.NEVER));

        assertThatThrownBy(() -> transport.send(message("POST", Request.Repeats.NEVER)))
                .isInstanceOf(IOException.class);

        assertThat(heard).hasValue(2);
    }

    private static void serve(Socket socket, AtomicInteger heard) {
        try {
            var in =
                    new BufferedReader(
                            new InputStreamReader(
                                    socket.getInputStream(), StandardCharsets.US_ASCII));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.isEmpty()) {
                    continue;
                }
                if (heard.incrementAndGet() > 1) {
                    socket.close();
                    return;
                }
                socket.getOutputStream()
                        .write(
                                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
                                        .getBytes(StandardCharsets.US_ASCII));
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    @Test
    void whoReadsNothingIsNotWrittenToWithoutEnd() {
        saying("");
        byte[] large = new byte[64 * 1024 * 1024];
        var message =
                new Transport.Message(
                        message().uri(),
                        "PUT",
                        Map.of(),
                        Optional.of(large),
                        Duration.ofMillis(300),
                        Request.Repeats.UNTIL_ANSWERED);

        assertThatThrownBy(() -> transport.send(message))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(Transport.NotSent.class);
    }
}

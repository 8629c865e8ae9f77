package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** However many connections one address takes, there is room for others. */
@Timeout(60)
final class ConnectionsOfOneTest {
    private static final byte[] ASK =
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Served served =
            Served.start(
                    new ServerLimits(
                            Duration.ofSeconds(5),
                            10,
                            10,
                            10,
                            Duration.ofSeconds(5),
                            2_000,
                            4_000,
                            4,
                            2,
                            Duration.ofSeconds(30),
                            1_000));

    @AfterEach
    void stop() {
        served.close();
    }

    private Socket connect(String from) throws IOException {
        var socket =
                new Socket(
                        InetAddress.getLoopbackAddress(),
                        served.server().port(),
                        InetAddress.getByName(from),
                        0);
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static boolean isServed(Socket socket) {
        try {
            socket.getOutputStream().write(ASK);
            return socket.getInputStream().read() == 'H';
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void oneAddressIsCutOffAtItsLimitAndOthersAreServed() throws IOException {
        try (Socket one = connect("127.0.0.1");
                Socket two = connect("127.0.0.1");
                Socket three = connect("127.0.0.1");
                Socket four = connect("127.0.0.1");
                Socket other = connect("127.0.0.2")) {
            assertThat(isServed(one)).isTrue();
            assertThat(isServed(two)).isTrue();
            assertThat(isServed(three)).isFalse();
            assertThat(isServed(four)).isFalse();
            assertThat(isServed(other)).isTrue();
        }
    }

    @Test
    void whoHasClosedOneMayComeAgain() throws IOException {
        try (Socket one = connect("127.0.0.1");
                Socket two = connect("127.0.0.1")) {
            assertThat(isServed(one)).isTrue();
            assertThat(isServed(two)).isTrue();
            two.close();

            Conditions.await(this::isServedAnew);
        }
    }

    private boolean isServedAnew() {
        try (Socket again = connect("127.0.0.1")) {
            return isServed(again);
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void aNetworkOfIpv6CountsAsOneAddressAndIpv4AddressesEachForThemselves() throws IOException {
        assertThat(network("2001:db8:1:2::1")).isEqualTo(network("2001:db8:1:2:ffff::9"));
        assertThat(network("2001:db8:1:2::1")).isNotEqualTo(network("2001:db8:1:3::1"));
        assertThat(network("192.0.2.1")).isNotEqualTo(network("192.0.2.2"));
        assertThat(network("::ffff:192.0.2.1")).isEqualTo(network("192.0.2.1"));
    }

    private static String network(String address) throws IOException {
        return Crowds.networkOf(InetAddress.getByName(address));
    }

    @Test
    void addressesThatWentAreForgotten() throws IOException {
        var crowds = new Crowds(1, new AtomicLong()::get);
        for (int i = 0; i < 1_000; i++) {
            crowds.admits(closedFrom(i));
        }

        assertThat(crowds.known()).isLessThan(200);
    }

    @Test
    void ofAnAddressThatComesAndGoesHardlyAnythingIsKept() throws IOException {
        var crowd = new Crowd(1_000);
        for (int i = 0; i < 60; i++) {
            assertThat(crowd.hasRoom()).isTrue();
            crowd.add(closedFrom(1));
            assertThat(crowd.kept()).isLessThanOrEqualTo(4);
        }
    }

    private static Socket closedFrom(int number) throws IOException {
        byte[] address = {10, 0, (byte) (number >> 8), (byte) number};
        InetAddress from = InetAddress.getByAddress(address);
        return new Socket() {
            @Override
            public InetAddress getInetAddress() {
                return from;
            }

            @Override
            public boolean isClosed() {
                return true;
            }
        };
    }
}

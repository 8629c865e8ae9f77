package holdfast.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.model.InvalidRequestException;
import holdfast.store.memory.MemoryLockStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

final class TakenPortTest {
    @Test
    void aServerWhosePortIsTakenDoesNotStartAndSaysSo() throws IOException {
        ServerSettings usual = ServerSettings.DEFAULT;
        try (var other = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                var store = MemoryLockStore.withSystemClock();
                var engine = LockEngine.open(store, EngineSettings.DEFAULT)) {
            int port = other.getLocalPort();
            var settings =
                    new ServerSettings(
                            "127.0.0.1",
                            port,
                            usual.tls(),
                            usual.limits(),
                            usual.requests(),
                            usual.stopWithin());

            assertThatThrownBy(() ->
                            HoldfastServer.start(
                                    new HoldfastServer.Parts(engine, store, Gate.OPEN), settings))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("127.0.0.1:" + port)
                    .hasMessageContaining("--port");
        }
    }
}

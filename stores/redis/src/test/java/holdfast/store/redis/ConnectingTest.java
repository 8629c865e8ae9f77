package holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.codec.StringCodec;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ConnectingTest {
    @Test
    void aServerThatIsBackIsTriedWithinASecondHoweverLongItWasAway() {
        try (var server = RedisServer.start();
                var link = Connecting.open(RedisAddress.parse(server.url()), StringCodec.UTF8)) {
            var delay = link.client().getResources().reconnectDelay();

            assertThat(IntStream.range(1, 100).mapToObj(delay::createDelay))
                    .allMatch(pause -> pause.compareTo(Connecting.LONGEST_PAUSE) <= 0);
        }
    }
}

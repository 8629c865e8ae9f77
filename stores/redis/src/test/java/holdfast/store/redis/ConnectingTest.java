package holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.codec.StringCodec;
import java.util.ArrayDeque;
import java.util.List;
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

    @Test
    void whyAServerRefusedIsAskedAgainIfItWentTooSoonToTell() {
        var tooSoon =
                new RedisConnectionException(
                        "Unable to connect",
                        new IllegalStateException("RedisHandshakeHandler not registered"));
        var refused = new RedisCommandExecutionException("NOAUTH Authentication required.");
        var answers = new ArrayDeque<RedisException>(List.of(tooSoon, refused, refused));

        assertThatThrownBy(() ->
                        Connecting.connected(() -> {
                            throw answers.remove();
                        }))
                .isSameAs(refused);
        assertThat(answers).hasSize(1);
    }
}

package holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.Resource;
import holdfast.model.SubPath;
import holdfast.store.Change;
import holdfast.store.Interest;
import holdfast.store.testkit.Drafts;
import io.lettuce.core.RedisClient;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The key prefix and the channels of the enhanced locking of Atlantis. */
final class AtlantisProfileTest {
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    @Test
    void locksAreUnderItsPrefixAndItsChannelsHearOfThem() throws InterruptedException {
        try (var server = RedisServer.start();
                var store =
                        RedisLockStore.open(
                                RedisAddress.parse(server.url() + "?profile=atlantis"))) {
            var client = RedisClient.create(server.url());
            var connection = client.connectPubSub();
            connection.addListener(
                    new RedisPubSubAdapter<>() {
                        @Override
                        public void message(String pattern, String channel, String message) {
                            heard.add(channel + " " + message);
                        }
                    });
            connection.sync().psubscribe("atlantis:lock:*");
            var resource = new Resource(Drafts.ROOT, SubPath.WHOLE, "org/repo:path:default");

            store.commit(List.of(Drafts.commit(Drafts.hold("alice").on(resource).grant()).draft()));
            Hold hold = store.read(Drafts.ROOT, Interest.NONE).holds().getFirst();
            store.commit(
                    List.of(Drafts.commit(new Change.End(hold, new Ending.Released())).draft()));

            assertThat(heard.poll(10, TimeUnit.SECONDS))
                    .isEqualTo(
                            "atlantis:lock:acquired atlantis:enhanced:lock:org/repo:path:default");
            assertThat(heard.poll(10, TimeUnit.SECONDS)).startsWith("atlantis:lock:released ");
            List<String> keys = server.ask(redis -> redis.keys("*"));
            assertThat(keys)
                    .isNotEmpty()
                    .allMatch(key -> key.startsWith("atlantis:enhanced:lock:{"));
            connection.close();
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        }
    }
}

package holdfast.store.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.function.Function;

/** One server for all tests of a class, and a connection to prepare it by. */
final class RedisSingle implements AutoCloseable {
    private final RedisServer server = RedisServer.start();
    private final RedisClient client =
            RedisClient.create(RedisURI.create("127.0.0.1", server.port()));
    private final StatefulRedisConnection<String, String> connection = client.connect();

    RedisAddress address() {
        return RedisAddress.parse(server.url());
    }

    <T> T ask(Function<RedisCommands<String, String>, T> question) {
        return question.apply(connection.sync());
    }

    void empty() {
        connection.sync().flushall();
    }

    RedisLockStoreFixture fixture() {
        empty();
        return new RedisLockStoreFixture(
                address(),
                new RedisTestClock(
                        Shard.all(address()),
                        (key, fields) -> connection.sync().hset(key, fields)));
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        server.close();
    }
}

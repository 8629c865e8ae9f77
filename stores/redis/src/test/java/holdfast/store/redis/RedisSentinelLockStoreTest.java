package holdfast.store.redis;

import holdfast.store.testkit.LockStoreContract;
import holdfast.store.testkit.LockStoreFixture;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class RedisSentinelLockStoreTest extends LockStoreContract {
    private static RedisSentinel redis;
    private static RedisClient client;
    private static StatefulRedisConnection<String, String> toMaster;

    @BeforeAll
    static void start() {
        redis = new RedisSentinel();
        client = RedisClient.create(RedisURI.create("127.0.0.1", redis.master().port()));
        toMaster = client.connect();
    }

    @AfterAll
    static void stop() {
        toMaster.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        redis.close();
    }

    @Override
    protected LockStoreFixture open() {
        return redis.fixture(toMaster);
    }
}

package holdfast.store.redis;

import holdfast.store.testkit.LockStoreContract;
import holdfast.store.testkit.LockStoreFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class RedisLockStoreTest extends LockStoreContract {
    private static RedisSingle redis;

    @BeforeAll
    static void start() {
        redis = new RedisSingle();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @Override
    protected LockStoreFixture open() {
        return redis.fixture();
    }
}

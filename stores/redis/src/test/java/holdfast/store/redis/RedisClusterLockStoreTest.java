package holdfast.store.redis;

import holdfast.store.testkit.LockStoreContract;
import holdfast.store.testkit.LockStoreFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class RedisClusterLockStoreTest extends LockStoreContract {
    private static RedisCluster redis;

    @BeforeAll
    static void start() {
        redis = new RedisCluster();
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

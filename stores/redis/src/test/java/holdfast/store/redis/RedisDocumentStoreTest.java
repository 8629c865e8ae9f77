package holdfast.store.redis;

import holdfast.store.DocumentStore;
import holdfast.store.testkit.DocumentStoreContract;
import holdfast.store.testkit.DocumentStoreFixture;
import holdfast.store.testkit.SecondHandle;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class RedisDocumentStoreTest extends DocumentStoreContract {
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
    protected DocumentStoreFixture open() {
        redis.empty();
        return new Fixture(redis.address());
    }

    /** Documents in a Redis that was emptied before. */
    record Fixture(RedisAddress address, DocumentStore store, List<DocumentStore> others)
            implements DocumentStoreFixture {
        Fixture(RedisAddress address) {
            this(address, RedisDocumentStore.open(address), new ArrayList<>());
        }

        @Override
        public SecondHandle<DocumentStore> openAgain() {
            DocumentStore other = RedisDocumentStore.open(address);
            others.add(other);
            return new SecondHandle.OnSameData<>(other);
        }

        @Override
        public void close() {
            others.forEach(DocumentStore::close);
            store.close();
        }
    }
}

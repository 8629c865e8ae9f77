package holdfast.bench;

import holdfast.Holdfast;
import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.store.LockStore;
import holdfast.store.dynamodb.DynamoAddress;
import holdfast.store.dynamodb.DynamoLockStore;
import holdfast.store.dynamodb.DynamoTables;
import holdfast.store.redis.RedisAddress;
import holdfast.store.redis.RedisLockStore;

/** An engine on a store of its own, each lock a root of its own. */
final class HoldfastCycles implements Contender {
    private final LockStore store;
    private final Holdfast holdfast;

    private HoldfastCycles(LockStore store) {
        this.store = store;
        this.holdfast = Holdfast.on(store);
    }

    static HoldfastCycles onRedis(String url) {
        return new HoldfastCycles(RedisLockStore.open(RedisAddress.parse(url)));
    }

    /** @param settings of the address of new tables */
    static HoldfastCycles onDynamo(String settings) {
        DynamoAddress address = DynamoAddress.parse("dynamodb:holdfast?" + settings);
        DynamoTables.create(address);
        return new HoldfastCycles(DynamoLockStore.open(address));
    }

    @Override
    public String name() {
        return "Holdfast";
    }

    @Override
    public void cycle(String lock) throws InterruptedException {
        AcquireRequest request = holdfast.lock(lock).toRequest();
        if (holdfast.engine().acquire(request) instanceof AcquireOutcome.Granted granted) {
            holdfast.engine().release(request.resource().root(), granted.hold().id(), request.id());
        } else {
            throw new IllegalStateException(lock + " was not free");
        }
    }

    @Override
    public void close() {
        holdfast.close();
        store.close();
    }
}

package holdfast.bench;

import holdfast.Holdfast;
import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.store.redis.RedisAddress;
import holdfast.store.redis.RedisLockStore;

/** An engine on the Redis store, each lock a root of its own. */
final class HoldfastRedis implements Contender {
    private final RedisLockStore store;
    private final Holdfast holdfast;

    HoldfastRedis(String url) {
        store = RedisLockStore.open(RedisAddress.parse(url));
        holdfast = Holdfast.on(store);
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

package holdfast.store.redis;

import holdfast.store.LockStore;
import holdfast.store.testkit.LockStoreFixture;
import holdfast.store.testkit.SecondHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A Redis that was emptied before, whose time a test moves. */
final class RedisLockStoreFixture implements LockStoreFixture {
    private final RedisAddress address;
    private final RedisTestClock clock;
    private final RedisLockStore store;
    private final List<LockStore> others = new ArrayList<>();

    RedisLockStoreFixture(RedisAddress address, RedisTestClock clock) {
        this.address = address;
        this.clock = clock;
        this.store = RedisLockStore.open(address, RedisTestClock::wound);
    }

    @Override
    public LockStore store() {
        return store;
    }

    @Override
    public Duration tick() {
        return Duration.ofNanos(1_000);
    }

    @Override
    public ClockScope clockScope() {
        return address.topology() == RedisAddress.Topology.CLUSTER
                ? ClockScope.ROOT
                : ClockScope.ROOT_AND_FREEZES;
    }

    @Override
    public void advance(Duration by) {
        clock.advance(by);
    }

    @Override
    public void stepBack(Duration by) {
        clock.advance(by.negated());
    }

    @Override
    public SecondHandle<LockStore> openAgain() {
        LockStore other = RedisLockStore.open(address, RedisTestClock::wound);
        others.add(other);
        return new SecondHandle.OnSameData<>(other);
    }

    @Override
    public Duration noticesWithin() {
        return Duration.ofSeconds(10);
    }

    @Override
    public void close() {
        others.forEach(LockStore::close);
        store.close();
    }
}

package holdfast.store.dynamodb;

import holdfast.store.LockStore;
import holdfast.store.testkit.LockStoreFixture;
import holdfast.store.testkit.ManualClock;
import holdfast.store.testkit.SecondHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Tables of its own, whose time a test moves. */
final class DynamoLockStoreFixture implements LockStoreFixture {
    private static final Duration IDLE = Duration.ofMillis(250);

    private final DynamoAddress address = TestDynamo.newTablesWithoutEnds();
    private final ManualClock clock = new ManualClock();
    private final UnaryOperator<LockStore> guard;
    private final LockStore store;
    private final List<LockStore> others = new ArrayList<>();

    DynamoLockStoreFixture(UnaryOperator<LockStore> guard) {
        this.guard = guard;
        this.store = again();
    }

    private LockStore again() {
        return guard.apply(DynamoLockStore.open(address, TestDynamo.exactly(clock), IDLE));
    }

    @Override
    public LockStore store() {
        return store;
    }

    @Override
    public Telling telling() {
        return Telling.OFFERS;
    }

    @Override
    public ClockScope clockScope() {
        return ClockScope.ROOT;
    }

    @Override
    public void advance(Duration by) {
        clock.advance(by);
    }

    @Override
    public void stepBack(Duration by) {
        clock.stepBack(by);
    }

    @Override
    public SecondHandle<LockStore> openAgain() {
        LockStore other = again();
        others.add(other);
        return new SecondHandle.OnSameData<>(other);
    }

    @Override
    public Duration noticesWithin() {
        return Duration.ofSeconds(30);
    }

    @Override
    public void close() {
        others.forEach(LockStore::close);
        store.close();
    }
}

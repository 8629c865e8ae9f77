package holdfast.store.dynamodb;

import holdfast.store.LockStore;
import holdfast.store.testkit.LockStoreContract;
import holdfast.store.testkit.LockStoreFixture;
import holdfast.store.testkit.ManualClock;
import holdfast.store.testkit.SecondHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The contract of all stores, on the real DynamoDB Local. */
final class DynamoLockStoreTest extends LockStoreContract {
    @Override
    protected LockStoreFixture open() {
        return new Fixture();
    }

    /** Tables of its own, whose time a test moves. */
    private static final class Fixture implements LockStoreFixture {
        private final DynamoAddress address = TestDynamo.newTablesWithoutEnds();
        private final ManualClock clock = new ManualClock();
        private final DynamoLockStore store = again();
        private final List<LockStore> others = new ArrayList<>();

        private DynamoLockStore again() {
            return DynamoLockStore.open(address, TestDynamo.exactly(clock));
        }

        @Override
        public LockStore store() {
            return store;
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
}

package holdfast.store.memory;

import holdfast.store.LockStore;
import holdfast.store.testkit.LockStoreContract;
import holdfast.store.testkit.LockStoreFixture;
import holdfast.store.testkit.ManualClock;
import holdfast.store.testkit.SecondHandle;
import java.time.Duration;

final class MemoryLockStoreTest extends LockStoreContract {
    @Override
    protected LockStoreFixture open() {
        var clock = new ManualClock();
        return new Fixture(clock, new MemoryLockStore(clock));
    }

    private record Fixture(ManualClock clock, MemoryLockStore store) implements LockStoreFixture {
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
            return new SecondHandle.OnOwnData<>(
                    new MemoryLockStore(clock),
                    "what is in the memory of one process is in no other's");
        }

        @Override
        public Duration noticesWithin() {
            return Duration.ofSeconds(10);
        }

        @Override
        public void close() {
            store.close();
        }
    }
}

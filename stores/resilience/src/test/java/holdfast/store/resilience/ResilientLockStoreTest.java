package holdfast.store.resilience;

import holdfast.store.LockStore;
import holdfast.store.memory.MemoryLockStore;
import holdfast.store.resilience.call.SlowMotionHost;
import holdfast.store.testkit.LockStoreContract;
import holdfast.store.testkit.LockStoreFixture;
import holdfast.store.testkit.ManualClock;
import holdfast.store.testkit.SecondHandle;
import java.time.Duration;

/** A store with all guards around it still keeps every sentence of the contract. */
final class ResilientLockStoreTest extends LockStoreContract {
    @Override
    protected LockStoreFixture open() {
        var clock = new ManualClock();
        return new Fixture(clock, guarded(clock));
    }

    private static LockStore guarded(ManualClock clock) {
        return Resilient.wrap(
                        new MemoryLockStore(clock),
                        ResilienceSettings.DEFAULT,
                        new SlowMotionHost())
                .store();
    }

    private record Fixture(ManualClock clock, LockStore store) implements LockStoreFixture {
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
                    guarded(clock), "what is in the memory of one process is in no other's");
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

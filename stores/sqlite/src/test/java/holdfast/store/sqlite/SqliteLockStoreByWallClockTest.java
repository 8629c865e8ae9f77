package holdfast.store.sqlite;

import holdfast.store.testkit.LockStoreContract;
import holdfast.store.testkit.LockStoreFixture;

/** The contract on a machine that has only a wall clock, such as macOS. */
final class SqliteLockStoreByWallClockTest extends LockStoreContract {
    @Override
    protected LockStoreFixture open() {
        return SqliteLockStoreFixture.on(ManualHost.withoutBootClock());
    }
}

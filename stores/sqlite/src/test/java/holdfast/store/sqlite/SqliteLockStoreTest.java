package holdfast.store.sqlite;

import holdfast.store.testkit.LockStoreContract;
import holdfast.store.testkit.LockStoreFixture;

/** The contract on a machine with a boot clock, such as Linux. */
final class SqliteLockStoreTest extends LockStoreContract {
    @Override
    protected LockStoreFixture open() {
        return SqliteLockStoreFixture.on(ManualHost.booted("boot-1"));
    }
}

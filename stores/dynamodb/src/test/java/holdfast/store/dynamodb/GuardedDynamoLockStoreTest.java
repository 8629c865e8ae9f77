package holdfast.store.dynamodb;

import holdfast.store.resilience.ResilienceSettings;
import holdfast.store.resilience.Resilient;
import holdfast.store.testkit.LockStoreContract;
import holdfast.store.testkit.LockStoreFixture;

/** The contract of all stores, with the guards around this one that a server and the commands put there. */
final class GuardedDynamoLockStoreTest extends LockStoreContract {
    @Override
    protected LockStoreFixture open() {
        return new DynamoLockStoreFixture(
                store -> Resilient.wrap(store, ResilienceSettings.DEFAULT).store());
    }
}

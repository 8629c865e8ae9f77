package holdfast.store.dynamodb;

import holdfast.store.testkit.LockStoreContract;
import holdfast.store.testkit.LockStoreFixture;

/** The contract of all stores, on the real DynamoDB Local. */
final class DynamoLockStoreTest extends LockStoreContract {
    @Override
    protected LockStoreFixture open() {
        return new DynamoLockStoreFixture(store -> store);
    }
}

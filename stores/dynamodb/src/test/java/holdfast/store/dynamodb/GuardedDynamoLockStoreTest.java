package holdfast.store.dynamodb;

import holdfast.store.resilience.ResilienceSettings;
import holdfast.store.resilience.Resilient;
import holdfast.store.resilience.adaptive.TimeoutBounds;
import holdfast.store.testkit.LockStoreContract;
import holdfast.store.testkit.LockStoreFixture;
import java.time.Duration;

/** The contract of all stores, with the guards around this one that a server and the commands put there. */
final class GuardedDynamoLockStoreTest extends LockStoreContract {
    /** A machine that is busy with other builds may take its time; the rest is as usual. */
    private static final ResilienceSettings PATIENT =
            ResilienceSettings.DEFAULT.withTimeouts(
                    new TimeoutBounds(Duration.ofSeconds(5), Duration.ofSeconds(5)));

    @Override
    protected LockStoreFixture open() {
        return new DynamoLockStoreFixture(store -> Resilient.wrap(store, PATIENT).store());
    }
}

package holdfast.bench;

import holdfast.Holdfast;
import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.store.dynamodb.DynamoAddress;
import holdfast.store.dynamodb.DynamoLockStore;
import holdfast.store.dynamodb.DynamoTables;

/** An engine on the DynamoDB store, each lock a root of its own. */
final class HoldfastDynamo implements Contender {
    private final DynamoLockStore store;
    private final Holdfast holdfast;

    HoldfastDynamo(String settings) {
        DynamoAddress address = DynamoAddress.parse("dynamodb:holdfast?" + settings);
        DynamoTables.create(address);
        store = DynamoLockStore.open(address);
        holdfast = Holdfast.on(store);
    }

    @Override
    public String name() {
        return "Holdfast";
    }

    @Override
    public void cycle(String lock) throws InterruptedException {
        AcquireRequest request = holdfast.lock(lock).toRequest();
        if (holdfast.engine().acquire(request) instanceof AcquireOutcome.Granted granted) {
            holdfast.engine().release(request.resource().root(), granted.hold().id(), request.id());
        } else {
            throw new IllegalStateException(lock + " was not free");
        }
    }

    @Override
    public void close() {
        holdfast.close();
        store.close();
    }
}

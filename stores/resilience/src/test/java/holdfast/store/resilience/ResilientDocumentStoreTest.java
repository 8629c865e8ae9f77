package holdfast.store.resilience;

import holdfast.store.DocumentStore;
import holdfast.store.memory.MemoryDocumentStore;
import holdfast.store.resilience.call.SlowMotionHost;
import holdfast.store.testkit.DocumentStoreContract;
import holdfast.store.testkit.DocumentStoreFixture;
import holdfast.store.testkit.SecondHandle;

/** A store of documents with all guards around it still keeps every sentence of the contract. */
final class ResilientDocumentStoreTest extends DocumentStoreContract {
    @Override
    protected DocumentStoreFixture open() {
        return new Fixture(guarded());
    }

    private static DocumentStore guarded() {
        return Resilient.wrap(
                        new MemoryDocumentStore(), ResilienceSettings.DEFAULT, new SlowMotionHost())
                .store();
    }

    private record Fixture(DocumentStore store) implements DocumentStoreFixture {
        @Override
        public SecondHandle<DocumentStore> openAgain() {
            return new SecondHandle.OnOwnData<>(
                    guarded(), "what is in the memory of one process is in no other's");
        }

        @Override
        public void close() {
            store.close();
        }
    }
}

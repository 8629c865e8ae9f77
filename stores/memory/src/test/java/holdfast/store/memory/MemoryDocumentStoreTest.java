package holdfast.store.memory;

import holdfast.store.DocumentStore;
import holdfast.store.testkit.DocumentStoreContract;
import holdfast.store.testkit.DocumentStoreFixture;
import holdfast.store.testkit.SecondHandle;

final class MemoryDocumentStoreTest extends DocumentStoreContract {
    @Override
    protected DocumentStoreFixture open() {
        return new Fixture(new MemoryDocumentStore());
    }

    private record Fixture(MemoryDocumentStore store) implements DocumentStoreFixture {
        @Override
        public SecondHandle<DocumentStore> openAgain() {
            return new SecondHandle.OnOwnData<>(
                    new MemoryDocumentStore(),
                    "what is in the memory of one process is in no other's");
        }

        @Override
        public void close() {
            store.close();
        }
    }
}

package holdfast.store.files;

import holdfast.store.DocumentStore;
import holdfast.store.testkit.DocumentStoreContract;
import holdfast.store.testkit.DocumentStoreFixture;
import holdfast.store.testkit.SecondHandle;

final class FileDocumentStoreTest extends DocumentStoreContract {
    @Override
    protected DocumentStoreFixture open() {
        return new Fixture(Folder.create());
    }

    private record Fixture(Folder folder, DocumentStore store) implements DocumentStoreFixture {
        Fixture(Folder folder) {
            this(folder, FileDocumentStore.open(folder.path()));
        }

        @Override
        public SecondHandle<DocumentStore> openAgain() {
            return new SecondHandle.OnSameData<>(FileDocumentStore.open(folder.path()));
        }

        @Override
        public void close() {
            store.close();
            folder.close();
        }
    }
}

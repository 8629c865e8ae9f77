package holdfast.store.sqlite;

import holdfast.store.DocumentStore;
import holdfast.store.testkit.DocumentStoreContract;
import holdfast.store.testkit.DocumentStoreFixture;
import holdfast.store.testkit.SecondHandle;
import java.util.ArrayList;
import java.util.List;

final class SqliteDocumentStoreTest extends DocumentStoreContract {
    @Override
    protected DocumentStoreFixture open() {
        var file = TestFile.create();
        return new Fixture(file, open(file), new ArrayList<>());
    }

    private static DocumentStore open(TestFile file) {
        return SqliteDocumentStore.open(file.path(), SqliteOptions.defaults());
    }

    private record Fixture(TestFile file, DocumentStore store, List<DocumentStore> others)
            implements DocumentStoreFixture {
        @Override
        public SecondHandle<DocumentStore> openAgain() {
            DocumentStore other = SqliteDocumentStoreTest.open(file);
            others.add(other);
            return new SecondHandle.OnSameData<>(other);
        }

        @Override
        public void close() {
            others.forEach(DocumentStore::close);
            store.close();
            file.remove();
        }
    }
}

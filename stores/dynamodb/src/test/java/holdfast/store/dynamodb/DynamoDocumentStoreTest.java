package holdfast.store.dynamodb;

import holdfast.store.DocumentStore;
import holdfast.store.testkit.DocumentStoreContract;
import holdfast.store.testkit.DocumentStoreFixture;
import holdfast.store.testkit.SecondHandle;
import java.util.ArrayList;
import java.util.List;

/** The contract of all document stores, on the real DynamoDB Local. */
final class DynamoDocumentStoreTest extends DocumentStoreContract {
    @Override
    protected DocumentStoreFixture open() {
        return new Fixture();
    }

    private static final class Fixture implements DocumentStoreFixture {
        private final DynamoAddress address = TestDynamo.newTablesWithoutEnds();
        private final DynamoDocumentStore store = DynamoDocumentStore.open(address);
        private final List<DocumentStore> others = new ArrayList<>();

        @Override
        public DocumentStore store() {
            return store;
        }

        @Override
        public SecondHandle<DocumentStore> openAgain() {
            DocumentStore other = DynamoDocumentStore.open(address);
            others.add(other);
            return new SecondHandle.OnSameData<>(other);
        }

        @Override
        public void close() {
            others.forEach(DocumentStore::close);
            store.close();
        }
    }
}

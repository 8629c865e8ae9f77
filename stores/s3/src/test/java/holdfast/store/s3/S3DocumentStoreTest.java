package holdfast.store.s3;

import holdfast.store.DocumentStore;
import holdfast.store.testkit.DocumentStoreContract;
import holdfast.store.testkit.DocumentStoreFixture;
import holdfast.store.testkit.SecondHandle;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class S3DocumentStoreTest extends DocumentStoreContract {
    private static S3Mock s3;
    private static Gateway gateway;

    @BeforeAll
    static void start() {
        s3 = new S3Mock();
        gateway = new Gateway(s3);
    }

    @AfterAll
    static void stop() {
        gateway.close();
        s3.close();
    }

    @Override
    protected DocumentStoreFixture open() {
        return new Fixture(s3.newBucket(gateway.endpoint()));
    }

    private record Fixture(S3Address address, DocumentStore store, List<DocumentStore> others)
            implements DocumentStoreFixture {
        Fixture(S3Address address) {
            this(address, S3DocumentStore.open(address, S3Mock.CREDENTIALS), new ArrayList<>());
        }

        @Override
        public SecondHandle<DocumentStore> openAgain() {
            DocumentStore other = S3DocumentStore.open(address, S3Mock.CREDENTIALS);
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

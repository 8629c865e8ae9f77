package holdfast.store.s3;

import holdfast.store.DocumentStore;
import holdfast.store.testkit.DocumentStoreContract;
import holdfast.store.testkit.DocumentStoreFixture;
import holdfast.store.testkit.S3Gateway;
import holdfast.store.testkit.S3Process;
import holdfast.store.testkit.SecondHandle;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class S3DocumentStoreTest extends DocumentStoreContract {
    private static S3Process s3;
    private static S3Gateway gateway;

    @BeforeAll
    static void start() {
        s3 = new S3Process();
        gateway = new S3Gateway(s3);
    }

    @AfterAll
    static void stop() {
        gateway.close();
        s3.close();
    }

    @Override
    protected DocumentStoreFixture open() {
        return new Fixture(Buckets.fresh(s3, gateway));
    }

    private record Fixture(S3Address address, DocumentStore store, List<DocumentStore> others)
            implements DocumentStoreFixture {
        Fixture(S3Address address) {
            this(address, S3DocumentStore.open(address, Buckets.CREDENTIALS), new ArrayList<>());
        }

        @Override
        public SecondHandle<DocumentStore> openAgain() {
            DocumentStore other = S3DocumentStore.open(address, Buckets.CREDENTIALS);
            others.add(other);
            return new SecondHandle.OnSameData<>(other);
        }

        /** The mock is slow and serves one request at a time. */
        @Override
        public int rounds() {
            return 15;
        }

        @Override
        public void close() {
            others.forEach(DocumentStore::close);
            store.close();
        }
    }
}

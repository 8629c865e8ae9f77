package holdfast.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import holdfast.store.testkit.DocumentStoreContract;
import holdfast.store.testkit.DocumentStoreFixture;
import holdfast.store.testkit.S3Gateway;
import holdfast.store.testkit.S3Process;
import holdfast.store.testkit.SecondHandle;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;

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

    /** As {@code store create} sets it up. The mock takes a mark that something was removed for an object, so it ends there. */
    @Test
    void inABucketThatKeepsVersionsADocumentIsReplacedAndRemovedUnderWhatWasRead() {
        S3Address address = Buckets.fresh(s3, gateway);
        try (S3Client client = Bucket.client(address, Buckets.CREDENTIALS)) {
            client.putBucketVersioning(request ->
                    request.bucket(address.bucket())
                            .versioningConfiguration(
                                    all -> all.status(BucketVersioningStatus.ENABLED)));
        }
        var key = new DocumentKey("stacks/shop/state.json");
        try (var store = S3DocumentStore.open(address, Buckets.CREDENTIALS)) {
            assertThat(store.put(key, null, new byte[] {1})).isInstanceOf(PutResult.Stored.class);
            DocumentVersion first = store.get(key).orElseThrow().version();
            assertThat(store.put(key, first, new byte[] {2})).isInstanceOf(PutResult.Stored.class);
            assertThat(store.put(key, first, new byte[] {3}))
                    .isInstanceOf(PutResult.Conflict.class);
            assertThat(store.put(key, null, new byte[] {3})).isInstanceOf(PutResult.Conflict.class);

            Document second = store.get(key).orElseThrow();
            assertThat(second.body()).containsExactly(2);
            assertThat(store.delete(key, first)).isInstanceOf(PutResult.Conflict.class);
            assertThat(store.delete(key, second.version())).isInstanceOf(PutResult.Stored.class);
            assertThat(store.get(key)).isEmpty();
        }
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

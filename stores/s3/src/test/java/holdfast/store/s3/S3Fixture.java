package holdfast.store.s3;

import holdfast.store.DocumentStore;
import holdfast.store.testkit.DocumentStoreFixture;
import holdfast.store.testkit.SecondHandle;
import java.util.ArrayList;
import java.util.List;

/** @param rounds how often a crowd does what it does: the mock is slow and serves one request at a time */
record S3Fixture(S3Address address, int rounds, DocumentStore store, List<DocumentStore> others)
        implements DocumentStoreFixture {
    S3Fixture(S3Address address, int rounds) {
        this(
                address,
                rounds,
                S3DocumentStore.open(address, Buckets.CREDENTIALS),
                new ArrayList<>());
    }

    @Override
    public SecondHandle<DocumentStore> openAgain() {
        DocumentStore other = S3DocumentStore.open(address, Buckets.CREDENTIALS);
        others.add(other);
        return new SecondHandle.OnSameData<>(other);
    }

    @Override
    public void close() {
        others.forEach(DocumentStore::close);
        store.close();
    }
}

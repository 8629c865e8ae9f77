package holdfast.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import holdfast.store.testkit.S3Gateway;
import holdfast.store.testkit.S3Process;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;

/** In a bucket that keeps versions, as {@code store create} sets it up, a document is what it is in any other. */
final class VersionedBucketTest {
    private static final DocumentKey KEY = new DocumentKey("stacks/shop/state.json");

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aDocumentIsReplacedRemovedAndMadeAnewUnderWhatWasRead() {
        try (var s3 = new S3Process();
                var gateway = new S3Gateway(s3)) {
            S3Address address = Buckets.fresh(s3, gateway);
            try (S3Client client = Bucket.client(address, Buckets.CREDENTIALS)) {
                client.putBucketVersioning(request ->
                        request.bucket(address.bucket())
                                .versioningConfiguration(
                                        all -> all.status(BucketVersioningStatus.ENABLED)));
            }
            try (var store = S3DocumentStore.open(address, Buckets.CREDENTIALS)) {
                assertThat(store.put(KEY, null, bytes("one"))).isInstanceOf(PutResult.Stored.class);
                DocumentVersion first = store.get(KEY).orElseThrow().version();
                assertThat(store.put(KEY, first, bytes("two")))
                        .isInstanceOf(PutResult.Stored.class);
                assertThat(store.put(KEY, first, bytes("late")))
                        .isInstanceOf(PutResult.Conflict.class);
                assertThat(store.put(KEY, null, bytes("late")))
                        .isInstanceOf(PutResult.Conflict.class);

                Document second = store.get(KEY).orElseThrow();
                assertThat(second.body()).isEqualTo(bytes("two"));
                assertThat(store.delete(KEY, first)).isInstanceOf(PutResult.Conflict.class);
                assertThat(store.delete(KEY, second.version()))
                        .isInstanceOf(PutResult.Stored.class);

                // Not asked for in a list: unlike S3, the mock lists the mark that something was
                // removed.
                assertThat(store.get(KEY)).isEmpty();
                assertThat(store.put(KEY, null, bytes("anew")))
                        .isInstanceOf(PutResult.Stored.class);
                assertThat(store.get(KEY).orElseThrow().body()).isEqualTo(bytes("anew"));
            }
        }
    }
}

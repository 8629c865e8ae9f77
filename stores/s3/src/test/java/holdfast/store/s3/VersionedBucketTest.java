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
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;

/** A bucket that keeps versions, as {@code store create} makes it: what was removed leaves a mark. */
final class VersionedBucketTest {
    @RegisterExtension static final SharedS3 S3 = new SharedS3();

    private static final DocumentKey KEY = new DocumentKey("stacks/shop/production/state.json");

    private static S3Address versioned(S3Gateway gateway) {
        S3Address address = Buckets.fresh(S3.get(), gateway);
        try (S3Client client = Bucket.client(address, Buckets.CREDENTIALS)) {
            client.putBucketVersioning(request ->
                    request.bucket(address.bucket())
                            .versioningConfiguration(
                                    all -> all.status(BucketVersioningStatus.ENABLED)));
        }
        return address;
    }

    /** As S3 documents it: to a write on the condition that there is no object, a mark is none. */
    @Nested
    final class WhereAMarkIsNothing extends DocumentStoreContract {
        private static S3Gateway gateway;

        @BeforeAll
        static void start() {
            gateway = new S3Gateway(S3.get(), S3Gateway.Marks.PASS);
        }

        @AfterAll
        static void stop() {
            gateway.close();
        }

        @Override
        protected DocumentStoreFixture open() {
            return new S3Fixture(versioned(gateway), 3);
        }

        @Test
        void whatWasRemovedIsNotReplaced() {
            try (DocumentStore store =
                    S3DocumentStore.open(versioned(gateway), Buckets.CREDENTIALS)) {
                DocumentVersion removed = makeAndRemove(store);

                assertThat(put(store, removed, "late")).isEqualTo(new PutResult.Conflict(null));
            }
        }

        @Test
        void noObjectIsMadeBesideTheDocuments() {
            S3Address address = versioned(gateway);
            try (DocumentStore store = S3DocumentStore.open(address, Buckets.CREDENTIALS);
                    Bucket bucket = Bucket.connect(address, Buckets.CREDENTIALS)) {
                makeAndRemove(store);

                assertThat(put(store, null, "anew")).isInstanceOf(PutResult.Stored.class);

                assertThat(bucket.list("", null, 10, null).contents())
                        .extracting(object -> bucket.within(object.key()))
                        .containsExactlyInAnyOrder(KEY.text(), ",holdfast/conditions-are-honoured");
            }
        }
    }

    private static PutResult put(
            DocumentStore store, @Nullable DocumentVersion expected, String body) {
        return store.put(KEY, expected, body.getBytes(StandardCharsets.UTF_8));
    }

    /** Answers the version that was removed. */
    private static DocumentVersion makeAndRemove(DocumentStore store) {
        DocumentVersion version = ((PutResult.Stored) put(store, null, "one")).version();
        assertThat(store.delete(KEY, version)).isInstanceOf(PutResult.Stored.class);
        assertThat(store.get(KEY)).isEmpty();
        return version;
    }

    /** As S3Mock has it. */
    @Nested
    final class WhereAMarkIsTakenForAnObject {
        private static S3Gateway gateway;

        @BeforeAll
        static void start() {
            gateway = new S3Gateway(S3.get());
        }

        @AfterAll
        static void stop() {
            gateway.close();
        }

        private DocumentStore open(S3Address address) {
            return S3DocumentStore.open(address, Buckets.CREDENTIALS);
        }

        @Test
        void aDocumentIsMadeAnewAsOftenAsItWasRemoved() {
            try (DocumentStore store = open(versioned(gateway))) {
                for (int round = 0; round < 3; round++) {
                    makeAndRemove(store);

                    PutResult made = put(store, null, "anew");

                    assertThat(made).isInstanceOf(PutResult.Stored.class);
                    Document there = store.get(KEY).orElseThrow();
                    assertThat(there.body()).isEqualTo("anew".getBytes(StandardCharsets.UTF_8));
                    assertThat(there.version()).isEqualTo(((PutResult.Stored) made).version());
                    assertThat(put(store, null, "again"))
                            .isEqualTo(new PutResult.Conflict(there.version()));
                    store.delete(KEY, there.version());
                }
            }
        }

        @Test
        void ofAllWhoMakeItAnewExactlyOneDoes() throws InterruptedException {
            S3Address address = versioned(gateway);
            try (DocumentStore one = open(address);
                    DocumentStore other = open(address);
                    ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
                makeAndRemove(one);
                List<Callable<PutResult>> wishes =
                        IntStream.range(0, 8)
                                .<Callable<PutResult>>mapToObj(member ->
                                        () ->
                                                put(
                                                        member % 2 == 0 ? one : other,
                                                        null,
                                                        "by " + member))
                                .toList();

                List<Future<PutResult>> results = crowd.invokeAll(wishes);

                assertThat(results)
                        .extracting(Future::resultNow)
                        .filteredOn(PutResult.Stored.class::isInstance)
                        .hasSize(1);
            }
        }

        @Test
        void aWriteThatIsAnsweredWithAnErrorIsFoundToBeStored() {
            try (DocumentStore store = open(versioned(gateway))) {
                makeAndRemove(store);
                assertThat(put(store, null, "known")).isInstanceOf(PutResult.Stored.class);
                store.delete(KEY, store.get(KEY).orElseThrow().version());
                // The condition, the turn, the document.
                gateway.failAfter(2, S3Gateway.Fault.ERROR_AFTER, "PUT", 1);

                assertThat(put(store, null, "anew")).isInstanceOf(PutResult.Stored.class);

                assertThat(store.get(KEY).orElseThrow().body())
                        .isEqualTo("anew".getBytes(StandardCharsets.UTF_8));
            }
        }
    }
}

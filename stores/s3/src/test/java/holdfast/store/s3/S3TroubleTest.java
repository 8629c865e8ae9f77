package holdfast.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import holdfast.store.StoreException;
import holdfast.store.testkit.FaultyProxy;
import holdfast.store.testkit.S3Gateway;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a caller hears when S3 errs, is silent, or its answers are lost; and what is in the bucket then. */
final class S3TroubleTest {
    private static final DocumentKey KEY = new DocumentKey("stacks/shop/production/state.json");

    @RegisterExtension static final SharedS3 S3 = new SharedS3();

    private static S3Gateway gateway;

    private S3Address address;
    private DocumentStore store;

    @BeforeAll
    static void start() {
        gateway = new S3Gateway(S3.get());
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @BeforeEach
    void open() {
        address = Buckets.fresh(S3.get(), gateway);
        store = S3DocumentStore.open(address, Buckets.CREDENTIALS);
    }

    @AfterEach
    void close() {
        gateway.fail(S3Gateway.Fault.NONE, "", 0);
        store.close();
    }

    private PutResult put(@Nullable DocumentVersion expected, String body) {
        return store.put(KEY, expected, body.getBytes(StandardCharsets.UTF_8));
    }

    private DocumentVersion stored(@Nullable DocumentVersion expected, String body) {
        return ((PutResult.Stored) put(expected, body)).version();
    }

    private String body() {
        return new String(store.get(KEY).orElseThrow().body(), StandardCharsets.UTF_8);
    }

    @Test
    void aWriteThatFailedBeforeItWasDoneIsOfUnknownOutcomeAndLeavesTheOldVersion() {
        DocumentVersion version = stored(null, "one");
        gateway.fail(S3Gateway.Fault.ERROR_BEFORE, "PUT", 1);

        assertThatThrownBy(() -> put(version, "two"))
                .isInstanceOf(StoreException.OutcomeUnknown.class)
                .hasMessageContaining("500");
        assertThat(body()).isEqualTo("one");
        assertThat(put(version, "two")).isInstanceOf(PutResult.Stored.class);
    }

    @Test
    void aWriteThatWasDoneAndAnsweredWithAnErrorIsFoundToBeStored() {
        DocumentVersion version = stored(null, "one");
        gateway.fail(S3Gateway.Fault.ERROR_AFTER, "PUT", 1);

        DocumentVersion second = stored(version, "two");

        assertThat(store.get(KEY).orElseThrow().version()).isEqualTo(second);
        assertThat(body()).isEqualTo("two");
    }

    @Test
    void aWriteWhoseConnectionWasCutIsFoundToBeStored() {
        DocumentVersion version = stored(null, "one");
        gateway.fail(S3Gateway.Fault.CUT_AFTER, "PUT", 1);

        stored(version, "two");

        assertThat(body()).isEqualTo("two");
    }

    @Test
    void aWriteThatWasSentTwiceDoesNotRefuseItself() {
        DocumentVersion version = stored(null, "one");
        gateway.fail(S3Gateway.Fault.SENT_TWICE, "PUT", 1);

        stored(version, "two");

        assertThat(body()).isEqualTo("two");
    }

    @Test
    void aServiceThatAsksToSlowDownHasWrittenNothing() {
        DocumentVersion version = stored(null, "one");
        gateway.fail(S3Gateway.Fault.SLOW_DOWN, "PUT", 1);

        assertThatThrownBy(() -> put(version, "two"))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("was not written");
        assertThat(body()).isEqualTo("one");
    }

    @Test
    void aWriteThatWasDoneAndAnsweredThatNobodyIsThereIsFoundToBeStored() {
        DocumentVersion version = stored(null, "one");
        gateway.fail(S3Gateway.Fault.UNAVAILABLE_AFTER, "PUT", 1);

        stored(version, "two");

        assertThat(body()).isEqualTo("two");
    }

    @Test
    void aWriteThatCollidesWithAnotherIsSentAgain() {
        DocumentVersion version = stored(null, "one");
        gateway.fail(S3Gateway.Fault.COLLISION, "PUT", 3);

        stored(version, "two");

        assertThat(body()).isEqualTo("two");
    }

    @Test
    void aReadIsTriedAgain() {
        stored(null, "one");
        gateway.fail(S3Gateway.Fault.ERROR_BEFORE, "GET", 2);

        assertThat(body()).isEqualTo("one");
    }

    @Test
    void aReadThatFailsForGoodIsUnavailable() {
        stored(null, "one");
        gateway.fail(S3Gateway.Fault.ERROR_BEFORE, "GET", 10);

        assertThatThrownBy(() -> store.get(KEY))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("500");
    }

    @Test
    void aDeletionWhoseAnswerWasLostIsOfUnknownOutcome() {
        DocumentVersion version = stored(null, "one");
        gateway.fail(S3Gateway.Fault.ERROR_AFTER, "DELETE", 1);

        assertThatThrownBy(() -> store.delete(KEY, version))
                .isInstanceOf(StoreException.OutcomeUnknown.class);
    }

    @Test
    void aSilentServiceIsGivenUpInTime() {
        stored(null, "one");
        try (FaultyProxy proxy = FaultyProxy.before(gateway.endpoint().getPort());
                DocumentStore behind = open("&timeout=0.3s", proxy.port())) {
            DocumentVersion version = behind.get(KEY).orElseThrow().version();
            proxy.swallowAnswers();

            assertThatThrownBy(() -> behind.put(KEY, version, new byte[1]))
                    .isInstanceOf(StoreException.OutcomeUnknown.class);
        }
    }

    private DocumentStore open(String settings, int port) {
        URI endpoint = URI.create("http://127.0.0.1:" + port);
        return S3DocumentStore.open(
                S3Address.parse(
                        "s3://" + address.bucket() + "/holdfast?endpoint=" + endpoint + settings),
                Buckets.CREDENTIALS);
    }

    @Test
    void aServiceThatIsNotThereHasWrittenNothing() {
        DocumentVersion version = stored(null, "one");
        FaultyProxy proxy = FaultyProxy.before(gateway.endpoint().getPort());
        try (DocumentStore behind = open("", proxy.port())) {
            proxy.close();
            // Uses up the open connection: on that one, a write could still have arrived.
            assertThatThrownBy(() -> behind.get(KEY)).isInstanceOf(StoreException.class);

            assertThatThrownBy(() -> behind.put(KEY, version, new byte[1]))
                    .isInstanceOf(StoreException.Unavailable.class);
        }
    }

    @Test
    void aBucketThatIsNotThereIsNamed() {
        var elsewhere =
                S3Address.parse("s3://no-such-bucket/holdfast?endpoint=" + gateway.endpoint());

        assertThatThrownBy(() -> S3DocumentStore.open(elsewhere, Buckets.CREDENTIALS))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("no-such-bucket");
    }

    @Test
    void whatPeopleReadInTheBucketIsTheBodyAndWhiteSpace() {
        stored(null, "{\"a\": 1}");

        try (Bucket bucket = Bucket.connect(address, Buckets.CREDENTIALS)) {
            String object = bucket.get(KEY.text()).orElseThrow().asUtf8String();

            assertThat(object).startsWith("{\"a\": 1}\n");
            assertThat(object.strip()).isEqualTo("{\"a\": 1}");
        }
    }

    @Test
    void whatPeoplePutIntoTheBucketIsReadAsItIs() {
        try (Bucket bucket = Bucket.connect(address, Buckets.CREDENTIALS)) {
            bucket.put(KEY.text(), null, "{}\n".getBytes(StandardCharsets.UTF_8), Map.of());
        }

        assertThat(body()).isEqualTo("{}\n");
    }

    @Test
    void aBodyThatWasCutIsNotTakenForWhole() {
        try (Bucket bucket = Bucket.connect(address, Buckets.CREDENTIALS)) {
            byte[] cut = "{ \"half".getBytes(StandardCharsets.UTF_8);
            bucket.put(KEY.text(), null, cut, Seal.fresh().metadata());
        }

        assertThatThrownBy(this::body).isInstanceOf(StoreException.Corrupted.class);
    }
}

package holdfast.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import holdfast.store.StoreException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is asked of S3 to set up a bucket, as a server sees it that agrees to everything. */
final class BucketSettingsTest {
    private static final String NO_BUCKETS =
            "<ListAllMyBucketsResult><Buckets></Buckets></ListAllMyBucketsResult>";

    @RegisterExtension static final SharedS3 S3 = new SharedS3();

    /** What is answered to wishes about the public. */
    private int status = 200;

    private final Map<String, String> asked = new LinkedHashMap<>();
    private String rules = "<LifecycleConfiguration></LifecycleConfiguration>";
    private String encryption =
            "<ServerSideEncryptionConfiguration></ServerSideEncryptionConfiguration>";
    private HttpServer agreeing;

    @BeforeEach
    void start() throws IOException {
        agreeing = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        agreeing.createContext(
                "/",
                exchange -> {
                    byte[] body = exchange.getRequestBody().readAllBytes();
                    asked.put(
                            exchange.getRequestMethod() + " " + exchange.getRequestURI(),
                            new String(body, StandardCharsets.UTF_8));
                    String text =
                            switch (exchange.getRequestURI().getQuery()) {
                                case "lifecycle" -> rules;
                                case "encryption" -> encryption;
                                case null, default -> NO_BUCKETS;
                            };
                    byte[] answer = text.getBytes(StandardCharsets.UTF_8);
                    boolean isLast =
                            "publicAccessBlock".equals(exchange.getRequestURI().getQuery());
                    exchange.sendResponseHeaders(isLast ? status : 200, answer.length);
                    exchange.getResponseBody().write(answer);
                    exchange.close();
                });
        agreeing.start();
    }

    @AfterEach
    void stop() {
        agreeing.stop(0);
    }

    @Test
    void theBucketIsMadeVersionedEncryptedAndClosedAndItsRuleHasAPrefixThatMatches() {
        var address =
                S3Address.parse(
                        "s3://company-state/holdfast?endpoint=http://127.0.0.1:"
                                + agreeing.getAddress().getPort());

        assertThat(new BucketSettings(address, 90).apply(Buckets.CREDENTIALS))
                .contains("bucket company-state was made", "the public is kept out");

        assertThat(asked.get("PUT /company-state?versioning")).contains("<Status>Enabled</Status>");
        assertThat(asked.get("PUT /company-state?encryption")).contains("AES256");
        assertThat(asked.get("PUT /company-state?lifecycle"))
                .contains("<Prefix>holdfast/</Prefix>")
                .contains("<NoncurrentDays>90</NoncurrentDays>")
                .doesNotContain("*");
        assertThat(asked.get("PUT /company-state?publicAccessBlock"))
                .contains("<BlockPublicAcls>true</BlockPublicAcls>")
                .contains("<RestrictPublicBuckets>true</RestrictPublicBuckets>");
    }

    @Test
    void theRulesOfOthersStay() {
        rules =
                """
                <LifecycleConfiguration>
                  <Rule><ID>logs</ID><Status>Enabled</Status><Filter><Prefix>logs/</Prefix></Filter>
                    <Expiration><Days>7</Days></Expiration></Rule>
                  <Rule><ID>holdfast-delete-old-versions</ID><Status>Enabled</Status>
                    <Filter><Prefix>holdfast/</Prefix></Filter>
                    <NoncurrentVersionExpiration><NoncurrentDays>1</NoncurrentDays></NoncurrentVersionExpiration></Rule>
                </LifecycleConfiguration>
                """;
        var address =
                S3Address.parse(
                        "s3://company-state/holdfast?endpoint=http://127.0.0.1:"
                                + agreeing.getAddress().getPort());

        new BucketSettings(address, 90).apply(Buckets.CREDENTIALS);

        assertThat(asked.get("PUT /company-state?lifecycle"))
                .contains("<ID>logs</ID>", "<Prefix>holdfast/</Prefix>")
                .doesNotContain("<NoncurrentDays>1</NoncurrentDays>");
    }

    private S3Address address(String path, String settings) {
        return S3Address.parse(
                "s3://company-state/"
                        + path
                        + "?endpoint=http://127.0.0.1:"
                        + agreeing.getAddress().getPort()
                        + settings);
    }

    @Test
    void aSecondPrefixHasARuleOfItsOwnAndTheRetentionThatIsSet() {
        new BucketSettings(address("one", ""), 30).apply(Buckets.CREDENTIALS);
        rules = asked.getOrDefault("PUT /company-state?lifecycle", "");
        new BucketSettings(address("two", ""), 365).apply(Buckets.CREDENTIALS);

        assertThat(asked.get("PUT /company-state?lifecycle"))
                .contains("<Prefix>one/</Prefix>", "<NoncurrentDays>30</NoncurrentDays>")
                .contains("<Prefix>two/</Prefix>", "<NoncurrentDays>365</NoncurrentDays>")
                .containsOnlyOnce("<ID>holdfast-delete-old-versions-one</ID>")
                .containsOnlyOnce("<ID>holdfast-delete-old-versions-two</ID>");

        rules = asked.getOrDefault("PUT /company-state?lifecycle", "");
        new BucketSettings(address("one", ""), 60).apply(Buckets.CREDENTIALS);
        assertThat(asked.get("PUT /company-state?lifecycle"))
                .containsOnlyOnce("<Prefix>one/</Prefix>")
                .contains("<NoncurrentDays>60</NoncurrentDays>")
                .doesNotContain("<NoncurrentDays>30</NoncurrentDays>");
    }

    @Test
    void aKeyThatTheAddressNamesEncryptsWhatTheBucketStores() {
        S3Address address = address("one", "&encryption=kms&kms-key=alias/states");

        new BucketSettings(address, 90).apply(Buckets.CREDENTIALS);

        assertThat(asked.get("PUT /company-state?encryption"))
                .contains("<SSEAlgorithm>aws:kms</SSEAlgorithm>")
                .contains("alias/states");
        assertThat(new BucketSettings(address, 90).terraform())
                .contains("sse_algorithm     = \"aws:kms\"")
                .contains("kms_master_key_id = \"alias/states\"");
    }

    @Test
    void howABucketEncryptsAlreadyStays() {
        encryption =
                """
                <ServerSideEncryptionConfiguration><Rule><ApplyServerSideEncryptionByDefault>
                <SSEAlgorithm>aws:kms</SSEAlgorithm></ApplyServerSideEncryptionByDefault></Rule>
                </ServerSideEncryptionConfiguration>
                """;

        assertThat(new BucketSettings(address("one", ""), 90).apply(Buckets.CREDENTIALS))
                .contains("what is stored is encrypted as the bucket says");
        assertThat(asked).doesNotContainKey("PUT /company-state?encryption");
    }

    @Test
    void whatAServiceDoesNotKnowIsToldAndTheRestIsDone() {
        var address =
                S3Address.parse("s3://made-for-states/holdfast?endpoint=" + S3.get().endpoint());

        var steps = new BucketSettings(address, 90).apply(Buckets.CREDENTIALS);

        assertThat(steps)
                .contains("bucket made-for-states was made", "versions are kept")
                .anyMatch(step -> step.matches("NOT DONE.*409.*: what is stored is encrypted"))
                .anyMatch(step -> step.matches("NOT DONE.*409.*: the public is kept out"));
        try (var store = S3DocumentStore.open(address, Buckets.CREDENTIALS)) {
            assertThat(store.list("", null, 1)).isEmpty();
        }
    }

    @Test
    void whatIsForbiddenEndsIt() {
        status = 403;

        assertThatThrownBy(
                        () -> new BucketSettings(address("one", ""), 90).apply(Buckets.CREDENTIALS))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("could not be set up")
                .hasMessageContaining("versions are kept");
    }

    @Test
    void theSameIsPrintedForTerraformWithoutAWildcard() {
        assertThat(
                        new BucketSettings(S3Address.parse("s3://company-state/holdfast"), 365)
                                .terraform())
                .contains("bucket = \"company-state\"")
                .contains("prefix = \"holdfast/\"")
                .contains("noncurrent_days = 365")
                .contains("restrict_public_buckets = true")
                .doesNotContain("*");
    }
}

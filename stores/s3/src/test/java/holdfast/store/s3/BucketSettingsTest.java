package holdfast.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is asked of S3 to set up a bucket, as a server sees it that agrees to everything. */
final class BucketSettingsTest {
    private static final String NO_BUCKETS =
            "<ListAllMyBucketsResult><Buckets></Buckets></ListAllMyBucketsResult>";

    private final Map<String, String> asked = new LinkedHashMap<>();
    private String rules = "<LifecycleConfiguration></LifecycleConfiguration>";
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
                    boolean asksForRules =
                            exchange.getRequestMethod().equals("GET")
                                    && exchange.getRequestURI().toString().contains("lifecycle");
                    byte[] answer =
                            (asksForRules ? rules : NO_BUCKETS).getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(200, answer.length);
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

        assertThat(BucketSettings.apply(address, Buckets.CREDENTIALS))
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
                    <Filter><Prefix>old/</Prefix></Filter>
                    <NoncurrentVersionExpiration><NoncurrentDays>1</NoncurrentDays></NoncurrentVersionExpiration></Rule>
                </LifecycleConfiguration>
                """;
        var address =
                S3Address.parse(
                        "s3://company-state/holdfast?endpoint=http://127.0.0.1:"
                                + agreeing.getAddress().getPort());

        BucketSettings.apply(address, Buckets.CREDENTIALS);

        assertThat(asked.get("PUT /company-state?lifecycle"))
                .contains("<ID>logs</ID>", "<Prefix>holdfast/</Prefix>")
                .doesNotContain("<Prefix>old/</Prefix>");
    }

    @Test
    void theSameIsPrintedForTerraformWithoutAWildcard() {
        assertThat(BucketSettings.terraform(S3Address.parse("s3://company-state/holdfast")))
                .contains("bucket = \"company-state\"")
                .contains("prefix = \"holdfast/\"")
                .contains("noncurrent_days = 90")
                .contains("restrict_public_buckets = true")
                .doesNotContain("*");
    }
}

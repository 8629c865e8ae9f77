package holdfast.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.InvalidRequestException;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class S3AddressTest {
    @Test
    void anAddressNamesBucketAndPrefix() {
        S3Address address = S3Address.parse("s3://company-state/holdfast/");

        assertThat(address.bucket()).isEqualTo("company-state");
        assertThat(address.prefix()).isEqualTo("holdfast/");
        assertThat(address.encryption()).isInstanceOf(S3Address.Encryption.AsTheBucketSays.class);
        assertThat(address.endpoint()).isNull();
    }

    @Test
    void anAddressHasSettings() {
        S3Address address =
                S3Address.parse(
                        "s3://company-state?endpoint=https://minio:9000&region=eu-west-1&timeout=3s&kms-key=arn%3Aaws");

        assertThat(address.prefix()).isEmpty();
        assertThat(address.endpoint()).isEqualTo(URI.create("https://minio:9000"));
        assertThat(address.region()).isEqualTo("eu-west-1");
        assertThat(address.timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(address.encryption()).isEqualTo(new S3Address.Encryption.ByKms("arn:aws"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "files:x",
                "s3://",
                "s3://UPPER",
                "s3://a",
                "s3://bucket//x",
                "s3://bucket?typo=1",
                "s3://bucket?timeout=0s",
                "s3://bucket?timeout=soon",
                "s3://bucket?endpoint=nowhere",
                "s3://bucket?encryption=rot13"
            })
    void whatIsNoAddressIsRefusedAsAWhole(String text) {
        assertThatThrownBy(() -> S3Address.parse(text))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining(text);
    }
}

package holdfast.store.s3;

import holdfast.store.testkit.S3Gateway;
import holdfast.store.testkit.S3Process;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/** Buckets for tests. */
final class Buckets {
    static final StaticCredentialsProvider CREDENTIALS =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("anyone", "anything"));

    private Buckets() {}

    /** A bucket that nobody has used yet, reached through the gateway. */
    static S3Address fresh(S3Process s3, S3Gateway gateway) {
        return S3Address.parse(
                "s3://" + s3.newBucket() + "/holdfast?endpoint=" + gateway.endpoint());
    }
}

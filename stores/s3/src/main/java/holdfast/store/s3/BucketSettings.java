package holdfast.store.s3;

import holdfast.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.ExpirationStatus;
import software.amazon.awssdk.services.s3.model.LifecycleRule;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;
import software.amazon.awssdk.services.s3.model.ServerSideEncryptionRule;

/**
 * How a bucket for states should be set up: versions kept for some days after they were replaced, encrypted, closed to the public.
 * History needs no rule of the bucket: Holdfast itself takes away what is older than the retention, and knows what is still
 * needed, which a rule by prefix and age does not. A prefix in such a rule knows no wildcards.
 */
public final class BucketSettings {
    private static final String RULE = "holdfast-delete-old-versions";
    private static final int RULE_LENGTH_MAX = 255;

    private static final String TERRAFORM =
            """
            resource "aws_s3_bucket" "holdfast_state" {
              bucket = "{bucket}"
            }

            resource "aws_s3_bucket_versioning" "holdfast_state" {
              bucket = aws_s3_bucket.holdfast_state.id
              versioning_configuration {
                status = "Enabled"
              }
            }

            resource "aws_s3_bucket_server_side_encryption_configuration" "holdfast_state" {
              bucket = aws_s3_bucket.holdfast_state.id
              rule {
                apply_server_side_encryption_by_default {
            {encryption}
                }
              }
            }

            resource "aws_s3_bucket_lifecycle_configuration" "holdfast_state" {
              bucket = aws_s3_bucket.holdfast_state.id
              rule {
                id     = "{rule}"
                status = "Enabled"
                filter {
                  prefix = "{prefix}"
                }
                noncurrent_version_expiration {
                  noncurrent_days = {days}
                }
                expiration {
                  expired_object_delete_marker = true
                }
              }
            }

            resource "aws_s3_bucket_public_access_block" "holdfast_state" {
              bucket                  = aws_s3_bucket.holdfast_state.id
              block_public_acls       = true
              block_public_policy     = true
              ignore_public_acls      = true
              restrict_public_buckets = true
            }
            """;

    private final S3Address address;
    private final int days;

    /** @param days how long a version is kept that was replaced */
    public BucketSettings(S3Address address, int days) {
        this.address = address;
        this.days = days;
    }

    /** The same in Terraform. */
    public String terraform() {
        return TERRAFORM
                .replace("{bucket}", address.bucket())
                .replace("{prefix}", address.prefix())
                .replace("{rule}", rule())
                .replace("{encryption}", encryptionInTerraform())
                .replace("{days}", Integer.toString(days));
    }

    private String encryptionInTerraform() {
        return switch (address.encryption()) {
            case S3Address.Encryption.AsTheBucketSays bucket -> "      sse_algorithm = \"AES256\"";
            case S3Address.Encryption.ByS3 s3 -> "      sse_algorithm = \"AES256\"";
            case S3Address.Encryption.ByKms kms ->
                    kms.key() == null
                            ? "      sse_algorithm = \"aws:kms\""
                            : "      sse_algorithm     = \"aws:kms\"\n      kms_master_key_id = \""
                                    + kms.key()
                                    + "\"";
        };
    }

    /** One for each prefix of a bucket. */
    private String rule() {
        String prefix = address.prefix();
        String id = prefix.isEmpty() ? RULE : RULE + "-" + prefix.substring(0, prefix.length() - 1);
        return id.substring(0, Math.min(id.length(), RULE_LENGTH_MAX));
    }

    /** Makes the bucket if there is none, and sets it up. Answers what was done, for people. */
    public List<String> apply() {
        return apply(DefaultCredentialsProvider.builder().build());
    }

    public List<String> apply(AwsCredentialsProvider credentials) {
        var steps = new ArrayList<String>();
        try (S3Client s3 = Bucket.client(address, credentials)) {
            makeBucket(s3, address.bucket(), steps);
            setUp(s3, steps);
            return List.copyOf(steps);
        } catch (SdkException e) {
            throw new StoreException.Unavailable(
                    "after " + steps + ", " + address + " could not be set up: " + e.getMessage(),
                    e);
        }
    }

    private static void makeBucket(S3Client s3, String bucket, List<String> steps) {
        boolean isThere =
                s3.listBuckets().buckets().stream().anyMatch(found -> found.name().equals(bucket));
        if (!isThere) {
            s3.createBucket(request -> request.bucket(bucket));
        }
        steps.add("bucket " + bucket + (isThere ? " is there" : " was made"));
    }

    private void setUp(S3Client s3, List<String> steps) {
        String bucket = address.bucket();
        attempt(
                steps,
                "versions are kept",
                () ->
                        s3.putBucketVersioning(request ->
                                request.bucket(bucket)
                                        .versioningConfiguration(versions ->
                                                versions.status(BucketVersioningStatus.ENABLED))));
        attempt(
                steps,
                "versions below '"
                        + address.prefix()
                        + "' that were replaced go after "
                        + days
                        + " days; other rules stay",
                () -> putRules(s3));
        if (saysHowToEncrypt(s3)) {
            steps.add("what is stored is encrypted as the bucket says");
        } else {
            attempt(steps, "what is stored is encrypted", () -> encrypt(s3));
        }
        attempt(
                steps,
                "the public is kept out",
                () ->
                        s3.putPublicAccessBlock(request ->
                                request.bucket(bucket)
                                        .publicAccessBlockConfiguration(block ->
                                                block.blockPublicAcls(true)
                                                        .blockPublicPolicy(true)
                                                        .ignorePublicAcls(true)
                                                        .restrictPublicBuckets(true))));
    }

    /** Services other than AWS know some of these settings, or others: that is told, and the rest is done. */
    private void attempt(List<String> steps, String done, Runnable asking) {
        try {
            asking.run();
            steps.add(done);
        } catch (S3Exception e) {
            if (address.endpoint() == null || !isUnknown(e)) {
                throw e;
            }
            steps.add(
                    "NOT DONE, since the service does not know it ("
                            + e.statusCode()
                            + "): "
                            + done);
        }
    }

    private static boolean isUnknown(S3Exception e) {
        return e.statusCode() == 501 || Set.of(400, 404, 405, 409).contains(e.statusCode());
    }

    private void putRules(S3Client s3) {
        var rules = new ArrayList<LifecycleRule>(rulesOfOthers(s3));
        rules.add(oldVersions());
        s3.putBucketLifecycleConfiguration(request ->
                request.bucket(address.bucket()).lifecycleConfiguration(all -> all.rules(rules)));
    }

    /** All rules are put at once: without these they would be gone. */
    private List<LifecycleRule> rulesOfOthers(S3Client s3) {
        try {
            return s3
                    .getBucketLifecycleConfiguration(request -> request.bucket(address.bucket()))
                    .rules()
                    .stream()
                    .filter(rule -> !isOurs(rule))
                    .toList();
        } catch (S3Exception e) {
            if (e.statusCode() == 404) {
                return List.of(); // There are none yet.
            }
            throw e;
        }
    }

    private boolean isOurs(LifecycleRule rule) {
        return rule.id() != null
                && rule.id().startsWith(RULE)
                && rule.filter() != null
                && address.prefix().equals(rule.filter().prefix());
    }

    private void encrypt(S3Client s3) {
        s3.putBucketEncryption(request ->
                request.bucket(address.bucket())
                        .serverSideEncryptionConfiguration(all -> all.rules(encrypted())));
    }

    /** Where the address says nothing of it, what the bucket says stays. */
    private boolean saysHowToEncrypt(S3Client s3) {
        if (!(address.encryption() instanceof S3Address.Encryption.AsTheBucketSays)) {
            return false;
        }
        try {
            var said = s3.getBucketEncryption(request -> request.bucket(address.bucket()));
            return said.serverSideEncryptionConfiguration() != null
                    && !said.serverSideEncryptionConfiguration().rules().isEmpty();
        } catch (S3Exception e) {
            if (e.statusCode() == 404 || (address.endpoint() != null && isUnknown(e))) {
                return false;
            }
            throw e;
        }
    }

    private ServerSideEncryptionRule encrypted() {
        return ServerSideEncryptionRule.builder()
                .applyServerSideEncryptionByDefault(by -> {
                    if (address.encryption() instanceof S3Address.Encryption.ByKms kms) {
                        by.sseAlgorithm(ServerSideEncryption.AWS_KMS).kmsMasterKeyID(kms.key());
                    } else {
                        by.sseAlgorithm(ServerSideEncryption.AES256);
                    }
                })
                .build();
    }

    private LifecycleRule oldVersions() {
        return LifecycleRule.builder()
                .id(rule())
                .status(ExpirationStatus.ENABLED)
                .filter(which -> which.prefix(address.prefix()))
                .noncurrentVersionExpiration(old -> old.noncurrentDays(days))
                .expiration(markers -> markers.expiredObjectDeleteMarker(true))
                .build();
    }
}

package holdfast.store.s3;

import holdfast.store.StoreException;
import java.util.ArrayList;
import java.util.List;
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
 * How a bucket for states should be set up: versions kept for 90 days after they were replaced, encrypted, closed to the public.
 * History needs no rule of the bucket: Holdfast itself takes away what is older than the retention, and knows what is still
 * needed, which a rule by prefix and age does not. A prefix in such a rule knows no wildcards.
 */
public final class BucketSettings {
    private static final int DAYS = 90;
    private static final String RULE = "holdfast-delete-old-versions";

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
                  sse_algorithm = "AES256"
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

    private BucketSettings() {}

    /** The same in Terraform. */
    public static String terraform(S3Address address) {
        return TERRAFORM
                .replace("{bucket}", address.bucket())
                .replace("{prefix}", address.prefix())
                .replace("{rule}", RULE)
                .replace("{days}", Integer.toString(DAYS));
    }

    /** Makes the bucket if there is none, and sets it up. Answers what was done, for people. */
    public static List<String> apply(S3Address address) {
        return apply(address, DefaultCredentialsProvider.builder().build());
    }

    public static List<String> apply(S3Address address, AwsCredentialsProvider credentials) {
        var steps = new ArrayList<String>();
        try (S3Client s3 = Bucket.client(address, credentials)) {
            makeBucket(s3, address.bucket(), steps);
            setUp(s3, address, steps);
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

    private static void setUp(S3Client s3, S3Address address, List<String> steps) {
        String bucket = address.bucket();
        s3.putBucketVersioning(request ->
                request.bucket(bucket)
                        .versioningConfiguration(
                                versions -> versions.status(BucketVersioningStatus.ENABLED)));
        steps.add("versions are kept");
        var rules = new ArrayList<LifecycleRule>(rulesOfOthers(s3, bucket));
        rules.add(oldVersions(address));
        s3.putBucketLifecycleConfiguration(
                request -> request.bucket(bucket).lifecycleConfiguration(all -> all.rules(rules)));
        steps.add(
                "versions below '"
                        + address.prefix()
                        + "' that were replaced go after "
                        + DAYS
                        + " days"
                        + (rules.size() == 1 ? "" : "; other rules stay"));
        s3.putBucketEncryption(request ->
                request.bucket(bucket)
                        .serverSideEncryptionConfiguration(all -> all.rules(encrypted())));
        steps.add("what is stored is encrypted");
        s3.putPublicAccessBlock(request ->
                request.bucket(bucket)
                        .publicAccessBlockConfiguration(block ->
                                block.blockPublicAcls(true)
                                        .blockPublicPolicy(true)
                                        .ignorePublicAcls(true)
                                        .restrictPublicBuckets(true)));
        steps.add("the public is kept out");
    }

    /** All rules are put at once: without these they would be gone. */
    private static List<LifecycleRule> rulesOfOthers(S3Client s3, String bucket) {
        try {
            return s3
                    .getBucketLifecycleConfiguration(request -> request.bucket(bucket))
                    .rules()
                    .stream()
                    .filter(rule -> !RULE.equals(rule.id()))
                    .toList();
        } catch (S3Exception e) {
            if (e.statusCode() == 404) {
                return List.of(); // There are none yet.
            }
            throw e;
        }
    }

    private static ServerSideEncryptionRule encrypted() {
        return ServerSideEncryptionRule.builder()
                .applyServerSideEncryptionByDefault(
                        by -> by.sseAlgorithm(ServerSideEncryption.AES256))
                .build();
    }

    private static LifecycleRule oldVersions(S3Address address) {
        return LifecycleRule.builder()
                .id(RULE)
                .status(ExpirationStatus.ENABLED)
                .filter(which -> which.prefix(address.prefix()))
                .noncurrentVersionExpiration(old -> old.noncurrentDays(DAYS))
                .expiration(markers -> markers.expiredObjectDeleteMarker(true))
                .build();
    }
}

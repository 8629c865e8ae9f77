package holdfast.store.s3;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.DeleteMarkerEntry;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

/** The requests to one bucket. Reads are tried three times; a write is sent once, since its repetition would meet itself. */
final class Bucket implements AutoCloseable {
    /** The latest of an object come first. */
    private static final int VERSIONS_SHOWN = 2;

    private final S3Address address;
    private final S3Client reading;
    private final S3Client writing;

    private Bucket(S3Address address, AwsCredentialsProvider credentials) {
        this.address = address;
        this.reading =
                client(
                        address,
                        credentials,
                        DefaultRetryStrategy.standardStrategyBuilder().build());
        this.writing = client(address, credentials, DefaultRetryStrategy.doNotRetry());
    }

    static Bucket connect(S3Address address, AwsCredentialsProvider credentials) {
        return new Bucket(address, credentials);
    }

    /** For requests that may be repeated. */
    static S3Client client(S3Address address, AwsCredentialsProvider credentials) {
        return client(address, credentials, DefaultRetryStrategy.standardStrategyBuilder().build());
    }

    private static S3Client client(
            S3Address address, AwsCredentialsProvider credentials, RetryStrategy retries) {
        S3ClientBuilder builder =
                S3Client.builder()
                        .credentialsProvider(credentials)
                        .httpClientBuilder(
                                UrlConnectionHttpClient.builder()
                                        .connectionTimeout(address.timeout())
                                        .socketTimeout(address.timeout()))
                        .overrideConfiguration(
                                ClientOverrideConfiguration.builder()
                                        .retryStrategy(retries)
                                        .apiCallAttemptTimeout(address.timeout())
                                        .build())
                        // Services other than AWS do not know the newer checksums.
                        .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                        .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED);
        String region = address.region();
        if (region != null) {
            builder.region(Region.of(region));
        }
        if (address.endpoint() != null) {
            builder.endpointOverride(address.endpoint()).forcePathStyle(true);
            if (region == null) {
                builder.region(Region.US_EAST_1);
            }
        }
        return builder.build();
    }

    Optional<ResponseBytes<GetObjectResponse>> get(String key) {
        try {
            return Optional.of(
                    reading.getObjectAsBytes(request ->
                            request.bucket(address.bucket()).key(address.prefix() + key)));
        } catch (NoSuchKeyException e) {
            return Optional.empty();
        }
    }

    Optional<HeadObjectResponse> head(String key) {
        try {
            return Optional.of(
                    reading.headObject(request ->
                            request.bucket(address.bucket()).key(address.prefix() + key)));
        } catch (NoSuchKeyException e) {
            return Optional.empty();
        }
    }

    /** Answers the new ETag. Only if the object has this ETag, or if there is none when it is null. */
    String put(String key, @Nullable String eTag, byte[] body, Map<String, String> metadata) {
        return put(
                key,
                body,
                metadata,
                eTag == null
                        ? request -> request.ifNoneMatch("*")
                        : request -> request.ifMatch(quoted(eTag)));
    }

    /** Answers the new ETag. */
    String putWhateverIsThere(String key, byte[] body, Map<String, String> metadata) {
        return put(key, body, metadata, request -> {});
    }

    private String put(
            String key,
            byte[] body,
            Map<String, String> metadata,
            Consumer<PutObjectRequest.Builder> condition) {
        PutObjectRequest.Builder request =
                PutObjectRequest.builder()
                        .bucket(address.bucket())
                        .key(address.prefix() + key)
                        .contentType(key.endsWith(".json") ? "application/json" : null)
                        .contentMD5(Md5.base64(body))
                        .metadata(metadata);
        condition.accept(request);
        switch (address.encryption()) {
            case S3Address.Encryption.AsTheBucketSays bucket -> {}
            case S3Address.Encryption.ByS3 s3 ->
                    request.serverSideEncryption(ServerSideEncryption.AES256);
            case S3Address.Encryption.ByKms kms ->
                    request.serverSideEncryption(ServerSideEncryption.AWS_KMS)
                            .ssekmsKeyId(kms.key());
        }
        return plain(writing.putObject(request.build(), RequestBody.fromBytes(body)).eTag());
    }

    void deleteWhateverIsThere(String key) {
        writing.deleteObject(
                request -> request.bucket(address.bucket()).key(address.prefix() + key));
    }

    /** The id of the mark that says that the object was removed; empty if it was not, or no versions are kept. */
    Optional<String> markOf(String key) {
        return reading
                .listObjectVersions(request ->
                        request.bucket(address.bucket())
                                .prefix(address.prefix() + key)
                                .maxKeys(VERSIONS_SHOWN))
                .deleteMarkers()
                .stream()
                .filter(mark -> mark.key().equals(address.prefix() + key))
                .filter(mark -> Boolean.TRUE.equals(mark.isLatest()))
                .map(DeleteMarkerEntry::versionId)
                .findFirst();
    }

    void delete(String key, String eTag) {
        writing.deleteObject(request ->
                request.bucket(address.bucket()).key(address.prefix() + key).ifMatch(quoted(eTag)));
    }

    /** @param before the page before this one; null for the first. A page may be empty and still not the last. */
    ListObjectsV2Response list(
            String prefix,
            @Nullable String after,
            int limit,
            @Nullable ListObjectsV2Response before) {
        String first = after == null ? null : address.prefix() + after;
        String start = before == null || hasToken(before) ? first : lastKey(before);
        return reading.listObjectsV2(request ->
                request.bucket(address.bucket())
                        .prefix(address.prefix() + prefix)
                        .startAfter(start)
                        .continuationToken(before == null ? null : before.nextContinuationToken())
                        .maxKeys(limit));
    }

    private static boolean hasToken(ListObjectsV2Response page) {
        return page.nextContinuationToken() != null;
    }

    /** From where a list goes on at a service that does not say so itself. */
    private static String lastKey(ListObjectsV2Response page) {
        return page.contents().getLast().key();
    }

    /** @throws SdkClientException if more follows, and nobody can say where */
    static boolean isLast(ListObjectsV2Response page) {
        if (!Boolean.TRUE.equals(page.isTruncated())) {
            return true;
        }
        if (!hasToken(page) && page.contents().isEmpty()) {
            throw SdkClientException.create(
                    "the service says that a list goes on, and does not say where");
        }
        return false;
    }

    /** The key without what all keys of this store begin with. */
    String within(String key) {
        return key.substring(address.prefix().length());
    }

    static String plain(String eTag) {
        return eTag.replace("\"", "");
    }

    private static String quoted(String eTag) {
        return '"' + eTag + '"';
    }

    /** Whether S3 said that what the request depends on is not, or not yet, so. */
    static boolean isRefusal(S3Exception e) {
        return e.statusCode() == 412 || isMissing(e);
    }

    /** Of the object, not of the bucket. */
    private static boolean isMissing(S3Exception e) {
        return e.statusCode() == 404 && !"NoSuchBucket".equals(errorCode(e));
    }

    static @Nullable String errorCode(S3Exception e) {
        return e.awsErrorDetails() == null ? null : e.awsErrorDetails().errorCode();
    }

    @Override
    public String toString() {
        return address.toString();
    }

    @Override
    public void close() {
        reading.close();
        writing.close();
    }
}

package holdfast.store.s3;

import holdfast.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Reads what others keep in a bucket, as it is. It makes no request but to get and to list. */
public final class S3Reader implements AutoCloseable {
    private static final int PAGE = 1_000;

    private final Bucket bucket;
    private final S3Address address;

    private S3Reader(Bucket bucket, S3Address address) {
        this.bucket = bucket;
        this.address = address;
    }

    /** With credentials from where the AWS tools look for them. Nothing is asked yet. */
    public static S3Reader open(S3Address address) {
        return open(address, DefaultCredentialsProvider.builder().build());
    }

    public static S3Reader open(S3Address address, AwsCredentialsProvider credentials) {
        return new S3Reader(Bucket.connect(address, credentials), address);
    }

    /**
     * The object with this key below the address; empty if there is none.
     *
     * @throws StoreException if it cannot be read
     */
    public Optional<byte[]> read(String key) {
        try {
            return bucket.get(key).map(found -> found.asByteArray());
        } catch (SdkException e) {
            throw S3Errors.unread("'" + this + key + "'", e);
        }
    }

    /** The keys below the address that begin so. */
    public List<String> list(String prefix) {
        var keys = new ArrayList<String>();
        @Nullable ListObjectsV2Response page = null;
        try {
            do {
                page = bucket.list(prefix, null, PAGE, page);
                for (S3Object object : page.contents()) {
                    keys.add(bucket.within(object.key()));
                }
            } while (!Bucket.isLast(page));
            return keys;
        } catch (SdkException e) {
            throw S3Errors.unread("'" + this + prefix + "'", e);
        }
    }

    /** As it is written before a key. */
    @Override
    public String toString() {
        return "s3://" + address.bucket() + "/" + address.prefix();
    }

    @Override
    public void close() {
        bucket.close();
    }
}

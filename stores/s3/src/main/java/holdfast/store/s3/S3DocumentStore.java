package holdfast.store.s3;

import holdfast.model.InvalidRequestException;
import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import holdfast.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Keeps documents in an S3 bucket. Every write names the ETag it replaces, and S3 compares. A version is an ETag; the seal on each
 * body makes every one new.
 */
public final class S3DocumentStore implements DocumentStore {
    private static final int PAGE = 1_000;

    /** How often S3 may say that another write to the same key is under way, before its caller hears of it. */
    private static final int COLLISIONS_MAX = 20;

    private final Bucket bucket;
    private final MadeAnew anew;

    private S3DocumentStore(Bucket bucket) {
        this.bucket = bucket;
        this.anew = new MadeAnew(bucket);
    }

    /**
     * Opens the store at this address, with credentials from where the AWS tools look for them.
     *
     * @throws StoreException if it cannot be used; the message says what to do
     */
    public static S3DocumentStore open(S3Address address) {
        return open(address, DefaultCredentialsProvider.builder().build());
    }

    public static S3DocumentStore open(S3Address address, AwsCredentialsProvider credentials) {
        Bucket bucket = Bucket.connect(address, credentials);
        try {
            new Proving(bucket).prove();
            return new S3DocumentStore(bucket);
        } catch (SdkException e) {
            bucket.close();
            throw S3Errors.unread(address.toString(), e);
        } catch (StoreException e) {
            bucket.close();
            throw e;
        }
    }

    @Override
    public Optional<Document> get(DocumentKey key) {
        try {
            return bucket.get(key.text())
                    .map(found ->
                            new Document(
                                    key,
                                    version(found.response().eTag()),
                                    Seal.removed(
                                            key,
                                            found.asByteArrayUnsafe(),
                                            found.response().metadata())));
        } catch (SdkException e) {
            throw S3Errors.unread(named(key), e);
        }
    }

    @Override
    public PutResult put(DocumentKey key, @Nullable DocumentVersion expected, byte[] body) {
        DocumentStore.requireFit(key, body);
        Seal seal = Seal.fresh();
        byte[] sealed = seal.on(body);
        String replaced = expected == null ? null : expected.text();
        for (int collisions = 0; ; collisions++) {
            try {
                String eTag = bucket.put(key.text(), replaced, sealed, seal.metadata());
                return new PutResult.Stored(new DocumentVersion(eTag));
            } catch (S3Exception e) {
                if (Bucket.isRefusal(e)) {
                    PutResult refused = refused(key, seal, e);
                    boolean byNothing =
                            expected == null && refused.equals(new PutResult.Conflict(null));
                    return byNothing ? anew(key, seal, sealed) : refused;
                }
                // 409: another conditional write is under way, and S3 wants this one sent again.
                if (e.statusCode() != 409 || collisions == COLLISIONS_MAX) {
                    return resolved(key, seal, e);
                }
            } catch (SdkException e) {
                return resolved(key, seal, e);
            }
        }
    }

    /** It was refused since something is there, and nothing is there: perhaps a mark that it was removed. */
    private PutResult anew(DocumentKey key, Seal seal, byte[] sealed) {
        try {
            return anew.put(key.text(), sealed, seal.metadata())
                    .<PutResult>map(eTag -> new PutResult.Stored(new DocumentVersion(eTag)))
                    .orElseGet(() -> new PutResult.Conflict(null));
        } catch (SdkException e) {
            return resolved(key, seal, e);
        }
    }

    /** Something between here and S3 may have sent the write twice; then the second met the first, which is there. */
    private PutResult refused(DocumentKey key, Seal seal, S3Exception e) {
        Optional<HeadObjectResponse> now = look(key, e);
        if (now.isPresent() && seal.isOn(now.get().metadata())) {
            return new PutResult.Stored(version(now.get().eTag()));
        }
        return new PutResult.Conflict(now.map(found -> version(found.eTag())).orElse(null));
    }

    /** The answer was lost: if this very body is there, it was stored. If not, nobody can tell. */
    private PutResult resolved(DocumentKey key, Seal seal, SdkException e) {
        if (S3Errors.hadNoEffect(e)) {
            throw S3Errors.unwritten(named(key), e);
        }
        Optional<HeadObjectResponse> now = look(key, e);
        if (now.isPresent() && seal.isOn(now.get().metadata())) {
            return new PutResult.Stored(version(now.get().eTag()));
        }
        throw S3Errors.unknown(named(key), e);
    }

    private Optional<HeadObjectResponse> look(DocumentKey key, SdkException before) {
        try {
            return bucket.head(key.text());
        } catch (SdkException e) {
            e.addSuppressed(before);
            throw S3Errors.unknown(named(key), e);
        }
    }

    @Override
    public PutResult delete(DocumentKey key, DocumentVersion expected) {
        for (int collisions = 0; ; collisions++) {
            try {
                // Some services answer 204 for an object that is not there, whatever the condition.
                if (bucket.head(key.text()).isEmpty()) {
                    return new PutResult.Conflict(null);
                }
                bucket.delete(key.text(), expected.text());
                return new PutResult.Stored(expected);
            } catch (S3Exception e) {
                if (Bucket.isRefusal(e)) {
                    return new PutResult.Conflict(
                            look(key, e).map(found -> version(found.eTag())).orElse(null));
                }
                if (e.statusCode() != 409 || collisions == COLLISIONS_MAX) {
                    throw undeleted(key, e);
                }
            } catch (SdkException e) {
                throw undeleted(key, e);
            }
        }
    }

    private static StoreException undeleted(DocumentKey key, SdkException e) {
        return S3Errors.hadNoEffect(e)
                ? S3Errors.unwritten(named(key), e)
                : S3Errors.unknown(named(key), e);
    }

    @Override
    public List<DocumentKey> list(String prefix, @Nullable DocumentKey after, int limit) {
        var keys = new ArrayList<DocumentKey>();
        @Nullable String from = after == null ? null : after.text();
        @Nullable ListObjectsV2Response page = null;
        try {
            while (keys.size() < limit && (page == null || !Bucket.isLast(page))) {
                page = bucket.list(prefix, from, Math.min(limit - keys.size(), PAGE), page);
                for (S3Object object : page.contents()) {
                    document(bucket.within(object.key())).ifPresent(keys::add);
                }
            }
            return List.copyOf(keys);
        } catch (SdkException e) {
            throw S3Errors.unread("the list of " + bucket, e);
        }
    }

    /** Empty for an object that somebody else put there. */
    private static Optional<DocumentKey> document(String key) {
        try {
            return Optional.of(new DocumentKey(key));
        } catch (InvalidRequestException notOurs) {
            return Optional.empty();
        }
    }

    private static DocumentVersion version(String eTag) {
        return new DocumentVersion(Bucket.plain(eTag));
    }

    private static String named(DocumentKey key) {
        return "document '" + key + "'";
    }

    @Override
    public void close() {
        bucket.close();
    }
}

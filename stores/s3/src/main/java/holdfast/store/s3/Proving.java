package holdfast.store.s3;

import holdfast.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Tries once for each bucket and prefix whether conditions on writes are honoured. A service that ignores them answers as if all
 * were well, and loses what others wrote.
 */
final class Proving {
    /** The comma keeps it apart from every document. */
    private static final String PROOF = ",holdfast/conditions-are-honoured";

    private static final byte[] BODY =
            "This bucket honours If-Match and If-None-Match.\n".getBytes(StandardCharsets.UTF_8);

    private final Bucket bucket;

    Proving(Bucket bucket) {
        this.bucket = bucket;
    }

    void prove() {
        if (bucket.head(PROOF).isPresent()) {
            return;
        }
        String trial = ",holdfast/trial-" + UUID.randomUUID();
        String eTag = bucket.put(trial, null, BODY, Map.of());
        requireRefused("If-None-Match on PUT", () -> bucket.put(trial, null, BODY, Map.of()));
        requireRefused("If-Match on PUT", () -> bucket.put(trial, "0", BODY, Map.of()));
        requireRefused("If-Match on DELETE", () -> bucket.delete(trial, "0"));
        bucket.delete(trial, eTag);
        noteTheProof();
    }

    private void noteTheProof() {
        try {
            bucket.put(PROOF, null, BODY, Map.of());
        } catch (S3Exception e) {
            // Another process proved it at the same moment.
            if (!Bucket.isRefusal(e)) {
                throw e;
            }
        }
    }

    private void requireRefused(String condition, Runnable trial) {
        try {
            trial.run();
        } catch (S3Exception e) {
            if (Bucket.isRefusal(e)) {
                return;
            }
            throw e;
        }
        throw new StoreException.Incompatible(
                bucket
                        + " is on a service that ignores "
                        + condition
                        + ": what others wrote would be lost without a word. Use AWS S3, or a service that honours it.");
    }
}

package holdfast.store.s3;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Makes an object anew where one was removed from a bucket that keeps versions. S3 itself needs no help with that. Some services take
 * the mark that it was removed for an object, and refuse every write on the condition that there is none. There, and only there, the
 * one who is first to say that it will replace this very mark writes without a condition: all others are refused by the same mark.
 */
final class MadeAnew {
    // The comma keeps them apart from every document.
    private static final String TURNS = ",holdfast/anew-";
    private static final String TRIALS = ",holdfast/trial-";

    private static final byte[] BODY =
            "A document is made anew.\n".getBytes(StandardCharsets.UTF_8);

    private final Bucket bucket;
    private volatile @Nullable Boolean needed;

    MadeAnew(Bucket bucket) {
        this.bucket = bucket;
    }

    /** Answers the new ETag; empty if it is no such mark that is in the way, or it is not this one's turn. */
    Optional<String> put(String key, byte[] body, Map<String, String> metadata) {
        Optional<String> turn = bucket.markOf(key).map(mark -> TURNS + mark);
        if (turn.isEmpty() || !isNeeded() || !isMade(turn.get())) {
            return Optional.empty();
        }
        String eTag = bucket.putWhateverIsThere(key, body, metadata);
        bucket.deleteWhateverIsThere(turn.get());
        return Optional.of(eTag);
    }

    /** Elsewhere a write on a condition may pass the mark at any moment, and one without would replace it unseen. */
    private boolean isNeeded() {
        Boolean known = needed;
        if (known == null) {
            known = isRefusedByAMark();
            needed = known;
        }
        return known;
    }

    private boolean isRefusedByAMark() {
        String trial = TRIALS + UUID.randomUUID();
        bucket.delete(trial, bucket.put(trial, null, BODY, Map.of()));
        if (!isMade(trial)) {
            return true;
        }
        bucket.deleteWhateverIsThere(trial);
        return false;
    }

    private boolean isMade(String key) {
        try {
            bucket.put(key, null, BODY, Map.of());
            return true;
        } catch (S3Exception e) {
            if (Bucket.isRefusal(e)) {
                return false;
            }
            throw e;
        }
    }
}

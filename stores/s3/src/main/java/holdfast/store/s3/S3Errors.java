package holdfast.store.s3;

import holdfast.store.StoreException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Says what an error of S3 means for the caller. */
final class S3Errors {
    private S3Errors() {}

    static StoreException.Unavailable unread(String what, SdkException e) {
        return new StoreException.Unavailable(what + " cannot be read: " + reason(e), e);
    }

    static StoreException.Unavailable unwritten(String what, SdkException e) {
        return new StoreException.Unavailable(
                what + " was not written, what was there before is untouched: " + reason(e), e);
    }

    static StoreException.OutcomeUnknown unknown(String what, SdkException e) {
        return new StoreException.OutcomeUnknown(
                what + " may have been written, its answer was lost: " + reason(e), e);
    }

    /** Whether the request cannot have had an effect, now or later. */
    static boolean hadNoEffect(SdkException e) {
        if (e instanceof S3Exception answered) {
            // 503 is how S3 asks to slow down, before it does anything.
            return answered.statusCode() < 500 || answered.statusCode() == 503;
        }
        return isCausedBy(e, ConnectException.class)
                || isCausedBy(e, UnknownHostException.class)
                || mentions(e, "credentials");
    }

    private static boolean isCausedBy(Throwable e, Class<? extends Throwable> type) {
        for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }

    private static boolean mentions(Throwable e, String word) {
        return e.getMessage() != null && e.getMessage().contains(word);
    }

    private static String reason(SdkException e) {
        if (e instanceof S3Exception answered) {
            return "S3 answered " + answered.statusCode() + " (" + answered.getMessage() + ")";
        }
        return String.valueOf(e.getMessage());
    }
}

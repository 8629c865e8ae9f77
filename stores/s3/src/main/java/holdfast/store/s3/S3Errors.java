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
            // Only S3 itself asks to slow down before it does anything; a plain 503 may come from a
            // gateway that gave up on an answer.
            return answered.statusCode() < 500 || isSlowDown(answered);
        }
        return isCausedBy(e, ConnectException.class)
                || isCausedBy(e, UnknownHostException.class)
                || mentions(e, "credentials");
    }

    private static boolean isSlowDown(S3Exception e) {
        return e.statusCode() == 503
                && e.awsErrorDetails() != null
                && "SlowDown".equals(e.awsErrorDetails().errorCode());
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

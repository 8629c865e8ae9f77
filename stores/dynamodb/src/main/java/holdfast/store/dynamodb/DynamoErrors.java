package holdfast.store.dynamodb;

import holdfast.store.StoreException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;

/** Says of a failure what it means for the caller: nothing was written, or nobody knows, or the settings do not fit. */
final class DynamoErrors {
    /** The service refuses these before it does anything, and will not for ever. */
    private static final Set<String> PASSING =
            Set.of(
                    "ProvisionedThroughputExceededException",
                    "ThrottlingException",
                    "RequestLimitExceeded",
                    "LimitExceededException",
                    "TransactionConflictException",
                    "TransactionInProgressException",
                    "ResourceInUseException",
                    "RequestTimeTooSkewed",
                    "RequestExpired");

    private static final Pattern DENIED =
            Pattern.compile("perform:? ([A-Za-z0-9:*]+) on resource:? (\\S+)");

    private final DynamoAddress address;

    /** What was asked for: only what writes can leave its outcome unknown. */
    enum Intent {
        LOOK,
        WRITE
    }

    DynamoErrors(DynamoAddress address) {
        this.address = address;
    }

    StoreException of(SdkException failure, Intent intent) {
        return failure instanceof AwsServiceException refused
                ? refused(refused, intent)
                : failed(failure, intent);
    }

    private StoreException refused(AwsServiceException refused, Intent intent) {
        AwsErrorDetails details = refused.awsErrorDetails();
        String code = details == null ? "" : String.valueOf(details.errorCode());
        String message = details == null ? refused.getMessage() : details.errorMessage();
        if (PASSING.contains(code)
                || (refused.isThrottlingException() && refused.statusCode() < 500)) {
            return new StoreException.Unavailable(
                    address + " cannot work now: " + code + ": " + message, refused);
        }
        if (isForAnotherRegion(message)) {
            return unfit(
                    "is not in the region that was asked for: check region= and endpoint=",
                    message);
        }
        return switch (code) {
            case "ResourceNotFoundException" -> unfit(noTable(), message);
            case "AccessDeniedException" -> unfit(denied(String.valueOf(message)), message);
            case "ExpiredTokenException", "ExpiredToken" ->
                    unfit("does not accept the credentials any more: log in again", message);
            case "UnrecognizedClientException",
                    "InvalidSignatureException",
                    "IncompleteSignatureException",
                    "MissingAuthenticationTokenException",
                    "InvalidClientTokenId" ->
                    unfit(
                            "does not accept the credentials: check AWS_PROFILE or the access key, and the host's clock",
                            message);
            case "ValidationException" ->
                    unfit(
                            "does not take what Holdfast asks: if the table has another key than lockKey, choose another table",
                            message);
            case "", "null", "UnknownOperationException" -> stranger(refused, intent);
            default -> other(refused, code + ": " + message, intent);
        };
    }

    private String noTable() {
        return "has no such table (or lacks "
                + address.queueTable()
                + " or "
                + address.recordsTable()
                + " beside it): check the name and region=, or make them by holdfast store create";
    }

    private static boolean isForAnotherRegion(@Nullable String message) {
        return message != null && message.contains("scoped to a valid region");
    }

    private static String denied(String message) {
        Matcher named = DENIED.matcher(message);
        return named.find()
                ? "does not permit "
                        + named.group(1)
                        + " on "
                        + named.group(2)
                        + ": allow it in the IAM policy; holdfast store create prints one that suffices"
                : "does not permit what Holdfast needs: holdfast store create prints an IAM policy that suffices";
    }

    /** Something answered that is not DynamoDB, or something between us and it. */
    private StoreException stranger(AwsServiceException refused, Intent intent) {
        if (refused.statusCode() >= 500) {
            return other(refused, "status " + refused.statusCode(), intent);
        }
        return unfit(
                "does not answer as DynamoDB does: check endpoint=",
                "status " + refused.statusCode());
    }

    private StoreException other(AwsServiceException refused, String what, Intent intent) {
        if (refused.statusCode() >= 500 && intent == Intent.WRITE) {
            return new StoreException.OutcomeUnknown(
                    address + " failed, perhaps after it had written: " + what, refused);
        }
        return new StoreException.Unavailable(address + " failed: " + what, refused);
    }

    private StoreException failed(SdkException failure, Intent intent) {
        String message = String.valueOf(failure.getMessage());
        String lower = message.toLowerCase(Locale.ROOT);
        if (lower.contains("unable to load credentials")) {
            return unfit(
                    "needs credentials: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
                    firstLine(message));
        }
        if (lower.contains("unable to load region")) {
            return unfit("needs a region: add region=, or set AWS_REGION", firstLine(message));
        }
        if (lower.contains("unable to parse")
                || lower.contains("could not parse")
                || lower.contains("unable to unmarshall")) {
            return unfit("does not answer as DynamoDB does: check endpoint=", firstLine(message));
        }
        if (intent == Intent.LOOK && isNoHttp(failure)) {
            return unfit("does not answer as DynamoDB does: check endpoint=", reason(failure));
        }
        if (find(failure, CertificateException.class) != null) {
            return unfit(
                    "has a certificate that is not trusted here: check endpoint=, or have Java trust it",
                    reason(failure));
        }
        if (find(failure, UnknownHostException.class) != null) {
            return new StoreException.Unavailable(
                    address
                            + " cannot be reached: there is no host "
                            + reason(failure)
                            + ": check region=, endpoint= and the network",
                    failure);
        }
        if (intent == Intent.LOOK || wasNotSent(failure)) {
            return new StoreException.Unavailable(
                    address + " cannot be reached: " + reason(failure), failure);
        }
        return new StoreException.OutcomeUnknown(
                "the answer of " + address + " was lost: " + reason(failure), failure);
    }

    /** Something else speaks, or speaks without TLS where TLS was asked for. */
    private static boolean isNoHttp(Throwable failure) {
        SSLException encrypted = find(failure, SSLException.class);
        return isCalled(failure, "ProtocolException")
                || isCalled(failure, "UnsupportedHttpVersionException")
                || (encrypted != null
                        && String.valueOf(encrypted.getMessage())
                                .contains("unrecognized SSL message"));
    }

    /** By name: the client's own exceptions are not ours to depend on. */
    private static boolean isCalled(Throwable failure, String simpleName) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause.getClass().getSimpleName().equals(simpleName)) {
                return true;
            }
        }
        return false;
    }

    private static boolean wasNotSent(Throwable failure) {
        return find(failure, ConnectException.class) != null
                || find(failure, UnknownHostException.class) != null
                || String.valueOf(failure.getMessage())
                        .contains("Timeout waiting for connection from pool");
    }

    private static String reason(SdkException failure) {
        if (find(failure, SocketTimeoutException.class) != null) {
            return "it did not answer in time";
        }
        if (isCalled(failure, "NoHttpResponseException")) {
            return "it hung up without an answer; if it does so every time, check endpoint=";
        }
        if (failure instanceof AbortedException) {
            return "the call was interrupted";
        }
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return firstLine(String.valueOf(deepest.getMessage()));
    }

    StoreException.Incompatible unfit(String what, @Nullable String said) {
        return new StoreException.Incompatible(address + " " + what + " (" + said + ")");
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    private static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> kind) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (kind.isInstance(cause)) {
                return kind.cast(cause);
            }
        }
        return null;
    }
}

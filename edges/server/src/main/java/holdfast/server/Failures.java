package holdfast.server;

import holdfast.model.ErrorCode;
import holdfast.model.InvalidRequestException;
import holdfast.state.Room;
import holdfast.state.TooLargeException;
import holdfast.store.StoreException;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import java.io.UncheckedIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a caller is told of a request that failed. */
final class Failures {
    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    private Failures() {}

    static Problem problem(Throwable failure) {
        return switch (failure) {
            case Problem problem -> problem;
            case InvalidRequestException e -> Problems.of(e);
            case StoreException e -> Problems.of(e);
            case TooLargeException e ->
                    new Problem(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()))
                            .withStatus(Status.REQUEST_ENTITY_TOO_LARGE_413.code());
            case Room.Full e ->
                    Problems.of(
                            new StoreException.Unavailable(String.valueOf(e.getMessage()), null));
            case Gate.Denied e -> denied(e);
            case RequestException e ->
                    new Problem(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()))
                            .withStatus(e.status().code());
            // The caller went away in the middle; nobody reads this.
            case UncheckedIOException e ->
                    new Problem(ErrorCode.INVALID_REQUEST, "the request broke off");
            default -> {
                LOG.error("a request failed by a mistake in Holdfast", failure);
                yield new Problem(
                                ErrorCode.BACKEND_ERROR, "a mistake in Holdfast; its log says more")
                        .withStatus(Statuses.INTERNAL_ERROR);
            }
        };
    }

    private static Problem denied(Gate.Denied e) {
        String reason = String.valueOf(e.getMessage());
        return switch (e.why()) {
            case UNKNOWN ->
                    new Problem(ErrorCode.PERMISSION_DENIED, reason)
                            .withStatus(Statuses.UNAUTHORIZED)
                            .withHeader("WWW-Authenticate", "Bearer")
                            .advising(
                                    "Send a token that the server knows, in the header"
                                            + " Authorization: Bearer TOKEN.");
            case UNDECIDED ->
                    new Problem(ErrorCode.BACKEND_ERROR, reason).withHeader("Retry-After", "1");
        };
    }
}

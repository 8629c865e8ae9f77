package holdfast.server;

import holdfast.model.ErrorCode;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;
import org.jspecify.annotations.Nullable;

/** What is wrong with a request before any route sees it, in the form of every other problem. */
final class EarlyProblems {
    private static final int BAD_REQUEST = 400;
    private static final int URI_TOO_LONG = 414;
    private static final int SERVER_ERRORS = 500;

    private EarlyProblems() {}

    /**
     * @param routes counts them
     * @param headersMax bytes
     */
    static DirectHandlers handlers(Routes routes, int headersMax) {
        var handlers = DirectHandlers.builder();
        for (DirectHandler.EventType type : DirectHandler.EventType.values()) {
            handlers.addHandler(type, new Handler(routes, headersMax));
        }
        return handlers.build();
    }

    static ErrorCode code(int status) {
        if (status < SERVER_ERRORS) {
            return ErrorCode.INVALID_REQUEST;
        }
        // Nothing was begun if the server is too busy; of any other failure nobody can say that.
        return status == Statuses.UNAVAILABLE
                ? ErrorCode.TOO_MANY_REQUESTS
                : ErrorCode.BACKEND_ERROR;
    }

    /** For what the web server itself says no more about than a number. */
    private static String detail(Status status, int headersMax) {
        return switch (status.code()) {
            case BAD_REQUEST ->
                    "the first line of the request or one of its headers is not as HTTP has it, or the headers have more than "
                            + headersMax
                            + " bytes";
            case URI_TOO_LONG -> "the address of the request is too long";
            default -> status.reasonPhrase();
        };
    }

    private static final class Handler implements DirectHandler {
        private final Routes routes;
        private final int headersMax;

        Handler(Routes routes, int headersMax) {
            this.routes = routes;
            this.headersMax = headersMax;
        }

        @Override
        public TransportResponse handle(
                TransportRequest request,
                EventType type,
                Status status,
                ServerResponseHeaders headers,
                @Nullable String message) {
            Reply reply =
                    routes.refusedEarly(
                            new Problem(
                                            code(status.code()),
                                            message == null || message.isBlank()
                                                    ? detail(status, headersMax)
                                                    : message)
                                    .withStatus(status.code()));
            return TransportResponse.builder()
                    .status(status)
                    .headers(headers)
                    .header(HeaderNames.CONTENT_TYPE, reply.mediaType())
                    .entity(reply.body())
                    .keepAlive(false)
                    .build();
        }
    }
}

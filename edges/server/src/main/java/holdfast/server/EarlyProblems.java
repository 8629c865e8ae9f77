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
    private static final int SERVER_ERRORS = 500;

    private EarlyProblems() {}

    /** @param routes counts them */
    static DirectHandlers handlers(Routes routes) {
        var handlers = DirectHandlers.builder();
        for (DirectHandler.EventType type : DirectHandler.EventType.values()) {
            handlers.addHandler(type, new Handler(routes));
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

    private static final class Handler implements DirectHandler {
        private final Routes routes;

        Handler(Routes routes) {
            this.routes = routes;
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
                                                    ? status.reasonPhrase()
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

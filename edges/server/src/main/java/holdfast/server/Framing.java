package holdfast.server;

import holdfast.model.ErrorCode;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.util.List;
import java.util.function.Function;

/**
 * Turns away requests whose end two readers could see at two places: a proxy before this server would take the rest of one for the beginning
 * of another, and whoever shares its connections could put words into the mouth of others. Nothing more is read from such a connection.
 */
final class Framing implements Filter {
    private final Function<Problem, Reply> refused;

    /** @param refused is told of each, and answers for it */
    Framing(Function<Problem, Reply> refused) {
        this.refused = refused;
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        if (isPlain(request.headers())) {
            chain.proceed();
            return;
        }
        Routes.send(
                response,
                refused.apply(
                        new Problem(
                                        ErrorCode.INVALID_REQUEST,
                                        "the length of the body is said twice, or in a way that is"
                                                + " not understood: send Content-Length, or"
                                                + " Transfer-Encoding: chunked, once")
                                .withHeader("Connection", "close")));
        throw new CloseConnectionException("where the request ends is not clear");
    }

    private static boolean isPlain(ServerRequestHeaders headers) {
        List<String> codings =
                headers.contains(HeaderNames.TRANSFER_ENCODING)
                        ? headers.get(HeaderNames.TRANSFER_ENCODING).allValues()
                        : List.of();
        List<String> lengths =
                headers.contains(HeaderNames.CONTENT_LENGTH)
                        ? headers.get(HeaderNames.CONTENT_LENGTH).allValues()
                        : List.of();
        if (codings.isEmpty()) {
            return lengths.isEmpty() || (lengths.size() == 1 && isNumber(lengths.getFirst()));
        }
        return lengths.isEmpty()
                && codings.size() == 1
                && codings.getFirst().equalsIgnoreCase("chunked");
    }

    private static boolean isNumber(String length) {
        return !length.isEmpty() && length.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}

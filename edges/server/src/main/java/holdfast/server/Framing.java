package holdfast.server;

import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import java.util.List;

/**
 * Knows requests whose end two readers could see at two places: a proxy before this server would take the rest of one for the beginning
 * of another, and whoever shares its connections could put words into the mouth of others. Nothing more may be read from such a connection.
 */
final class Framing {
    static final String OBJECTION =
            "the length of the body is said twice, or in a way that is not understood: send"
                    + " Content-Length, or Transfer-Encoding: chunked, once";

    private Framing() {}

    static boolean isPlain(ServerRequestHeaders headers) {
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
